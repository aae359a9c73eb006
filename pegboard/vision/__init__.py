"""Card recognition: a picture in, sightings out.

No camera, no clock, no thread; the only files are the weights beside this module. Two small nets,
run by OpenCV: `detect` finds index corners, `read` reads them, `assemble` makes cards of them,
`vote` makes one reading of several frames, and `starter` guesses which card lies apart.
"""

from pegboard.vision.recognise import Reading, Recogniser, Sighting
from pegboard.vision.vote import vote

__all__ = ["Reading", "Recogniser", "Sighting", "vote"]
