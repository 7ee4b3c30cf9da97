"""A client of the command `tiltbox`, a 2D physics service.

`Run` starts a run and tilts it live, `Live` joins the page of `tiltbox serve`, and `Environments` steps many
environments at once.
"""

from .client import Body, Client, Frame, Live, Rejected, Run
from .command import Closed
from .environments import Environments, Row

__all__ = ["Body", "Client", "Closed", "Environments", "Frame", "Live", "Rejected", "Row", "Run"]
__version__ = "1.0.0"
