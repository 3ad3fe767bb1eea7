"""Speed, size and taps: each figure beside that of the bare thing that does the same work on the same stack.

`./run bench` measures everything in one run and prints the ratios; `./run bench scoring` measures one module.
"""
