"""Card recognition: a picture in, sightings out.

No camera, no clock, no thread; the only files are the weights beside this module. Five small nets,
run by OpenCV: `detect` finds index corners, `read` reads them, `assemble` makes cards of them,
`settle` makes one reading of several frames, and `starter` guesses which card lies apart.

This file imports nothing: the service judges the camera by `verdicts` without loading OpenCV.
"""
