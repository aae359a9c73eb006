"""Card recognition: turns a picture into sightings of cards.

Pure functions of pictures: no camera, clock or thread; the only files are the weights. Small nets,
run by OpenCV: `detect` finds card indices, `read` reads them, `assemble` combines them into cards,
`settle` combines several frames, and `starter` guesses which card lies apart. See README.md.

This module imports nothing, so that the service can use `verdicts` without loading OpenCV.
"""
