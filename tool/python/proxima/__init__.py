"""Reads the measurements of Proxima for scripts and notebooks: runs, call graphs and records.

    run = proxima.Run("run1")
    for record in run.records("flux.compute"):
        print(record.duration_ns, record.Q)
    run.records("flux.compute").frame()    # pandas, or without it a dict of columns
"""

from .call_graph import CallGraph, Node, Statistics
from .errors import Error
from .records import Records
from .run import Run

__all__ = ["CallGraph", "Error", "Node", "Records", "Run", "Statistics"]
