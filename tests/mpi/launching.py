"""What every launch of an MPI program has in common."""

import os


def environment_of_job(**settings):
    """For launchers; Open MPI: as root, and more ranks than cores. Both MPIs ask for the machine's name: where nobody
    knows it, the answer is not to take 5 seconds."""
    environment = {**os.environ, "OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1",
                   "OMPI_MCA_rmaps_base_oversubscribe": "1", "OMPI_MCA_btl_base_warn_component_unused": "0",
                   "RES_OPTIONS": "timeout:1 attempts:1"}
    environment.pop("PROXIMA", None)
    return {**environment, **settings}
