"""A client of the command `tiltbox`, a 2D physics service.

`Run` starts a run and tilts it live, `Live` joins the page of `tiltbox serve`, and `Boxes` steps many boxes at once.
"""

from .boxes import Boxes, Row
from .client import Body, Client, Frame, Live, Rejected, Run
from .command import Closed

__all__ = ["Body", "Boxes", "Client", "Closed", "Frame", "Live", "Rejected", "Row", "Run"]
__version__ = "1.0.0"
