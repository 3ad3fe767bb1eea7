"""Speed, size and taps, each figure with its limit or beside what does the same work.

`./run bench` measures everything in one run and prints the ratios; `./run bench scoring` measures one module.
"""
