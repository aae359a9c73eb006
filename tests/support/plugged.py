"""A model of the board on a real port, which a test can unplug."""

import os
import select
import threading
import time
import tty

from tests.support.model_board import ModelBoard


class Plugged:
    """A model board on a pseudo-terminal."""

    def __init__(self, model: ModelBoard) -> None:
        self.model = model
        self.lock = threading.Lock()
        self.ours, self.theirs = os.openpty()
        tty.setraw(self.theirs)
        self.port = os.ttyname(self.theirs)
        model.began = time.monotonic()
        self._stopped = False
        self._thread = threading.Thread(target=self._run)
        self._thread.start()

    def _run(self) -> None:
        while not self._stopped:
            ready, _, _ = select.select([self.ours], [], [], 0.01)
            with self.lock:
                now = time.monotonic()
                if ready:
                    self.model.feed(os.read(self.ours, 65536), now)
                self.model.tick(now)
                if said := self.model.take():
                    os.write(self.ours, said)

    def close(self) -> None:
        self._stopped = True
        self._thread.join()
        os.close(self.ours)
        os.close(self.theirs)
