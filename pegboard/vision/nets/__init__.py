"""The recogniser's nets, run on OpenCV behind our own interface.

OpenCV is required anyway. Other engines give the same results to 1e-5 and are faster, but need
more memory than a Raspberry Pi Zero 2 W has; `vision/training/FIGURES.md` has the figures.
"""

from pegboard.vision.nets.opencv import OpenCvNet
from pegboard.vision.nets.port import Array, Net

__all__ = ["Array", "Net", "OpenCvNet"]
