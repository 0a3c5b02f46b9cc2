"""Reads the measurements of Proxima for scripts and notebooks: runs, call graphs and records. Measures Python programs.

    run = proxima.Run("run1")
    for record in run.records("flux.compute"):
        print(record.duration_ns, record.Q)
    run.records("flux.compute").frame()    # pandas, or without it a dict of columns

    with proxima.timer("solve", n=n):
        proxima.trigger("residual", 1e-9)
"""

import importlib

from .timers import timer, trigger

# Measured programs do not read runs, and start faster without the readers.
_READERS = {"CallGraph": "call_graph", "Error": "errors", "Node": "call_graph", "Records": "records", "Run": "run",
            "Statistics": "call_graph"}

__all__ = [*_READERS, "timer", "trigger"]


def __getattr__(name):
    if name not in _READERS:
        raise AttributeError(f"module 'proxima' has no attribute '{name}'")
    globals()[name] = value = getattr(importlib.import_module("." + _READERS[name], __name__), name)
    return value
