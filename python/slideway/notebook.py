"""The notebook or prompt of IPython in which a script runs."""
from __future__ import annotations

import sys


def shell():
    """Returns the shell of IPython, or None in other processes."""
    ipython = sys.modules.get("IPython")
    return ipython.get_ipython() if ipython else None


def running() -> bool:
    """True in a notebook, which shows pictures and HTML."""
    return getattr(shell(), "kernel", None) is not None
