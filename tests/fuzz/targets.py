"""Everything that reads bytes of somebody else."""

from tests.fuzz.cores import Cores, Members
from tests.fuzz.files import Books, Files, Known, Notices, Texts
from tests.fuzz.lines import Greetings, Lines
from tests.fuzz.target import Target
from tests.fuzz.wires import Bodies, Frames, Logs, Verified

__all__ = ["TARGETS"]

TARGETS: dict[str, type[Target]] = {
    target.name: target
    for target in (
        Frames,
        Bodies,
        Logs,
        Verified,
        Files,
        Known,
        Books,
        Notices,
        Texts,
        Greetings,
        Lines,
        Cores,
        Members,
    )
}
"""Every target by its name."""
