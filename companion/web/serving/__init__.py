"""What every request passes: who may open what, limits, headers, log, settings, errors, files for pages."""
