"""The keyboard of a terminal, whatever it sends: keys, a paste, or bytes that mean nothing."""

from __future__ import annotations

from codecs import getincrementaldecoder
from functools import partial

from textual.drivers import linux_driver

__all__ = ["TerminalDriver"]

# Textual reads strictly: one byte of another encoding, from an old terminal or a pasted file, would
# end the game. It makes its decoder inside of the loop that reads, by this name, and nothing else
# of it uses the name. Bytes that are no UTF-8 are passed over.
vars(linux_driver)["getincrementaldecoder"] = lambda name: partial(
    getincrementaldecoder(name), errors="ignore"
)


class TerminalDriver(linux_driver.LinuxDriver):
    """Textual's terminal, which goes on after what it cannot read; not for Windows."""

    def run_input_thread(self) -> None:
        """Reads what is typed until the screen ends or the terminal is gone."""
        while True:
            try:
                super().run_input_thread()
            except (ValueError, OverflowError):
                continue  # the number of a key beyond Unicode, say: what was read with it is lost
            except OSError:
                pass  # a window was closed: `tui.hangup` ends the program
            return
