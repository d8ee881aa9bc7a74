"""Trouble: what should never happen is said in a sentence, and written down for whoever mends it."""

from __future__ import annotations

import sys
from datetime import datetime
from traceback import format_exception

from .. import __version__, folders


def told(error: BaseException) -> str:
    """A sentence for a person. The traceback goes to a file; where none can be written, there is none."""
    file = folders.trouble_file()
    said = f"undercroft {__version__}, Python {sys.version.split()[0]}, {sys.platform}, {datetime.now():%Y-%m-%d %H:%M}"
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text("\n".join([said, " ".join(sys.argv), *format_exception(error)]), encoding="utf-8", errors="replace")
        kept = f"It is written down in {file}; please send that along if you report it."
    except OSError:
        kept = "It could not be written down."
    return f"undercroft: that should not have happened: {error!r}. {kept} A game in progress is kept."
