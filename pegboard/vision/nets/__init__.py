"""Runs the recogniser's nets: on OpenCV, behind an interface of our own.

OpenCV is there in any case. Other engines give the same answers to 1e-5 and are faster, but need
memory that a Raspberry Pi Zero 2 W has not got; `vision/training/README.md` has the figures.
"""

from pegboard.vision.nets.opencv import OpenCvNet
from pegboard.vision.nets.port import Array, Net

__all__ = ["Array", "Net", "OpenCvNet"]
