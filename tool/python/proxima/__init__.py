"""Reads what Proxima has measured: runs, call graphs and records, for scripts and notebooks.

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
