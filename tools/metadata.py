"""What a package index shows, as far as it depends on where Undercroft lives: URLs, and pictures that lead there.

`UNDERCROFT_REPOSITORY=https://host/owner/undercroft` at build time names the public repository. Without it there are no URLs,
and the long description has no pictures and no links into the tree: relative ones would be broken.
"""

from __future__ import annotations

import os
import re
from pathlib import Path

from hatchling.metadata.plugin.interface import MetadataHookInterface

PICTURE, LINK = re.compile(r"!\[([^\]]*)\]\((?!http)([^)]+)\)\n?"), re.compile(r"\[([^\]]*)\]\((?!http)([^)]+)\)")


def described(text: str, home: str) -> str:
    """The README with absolute pictures and links; without a home, without them."""
    if home:
        text = PICTURE.sub(rf"![\1]({home}/raw/main/\2)\n", text)
        return LINK.sub(rf"[\1]({home}/blob/main/\2)", text)
    return LINK.sub(r"\1", PICTURE.sub("", text))


class CustomMetadataHook(MetadataHookInterface):
    """Called by hatchling for wheel and sdist alike."""

    def update(self, metadata: dict[str, object]) -> None:
        """Fill in what pyproject.toml calls dynamic."""
        home = os.environ.get("UNDERCROFT_REPOSITORY", "").rstrip("/")
        text = (Path(self.root) / "README.md").read_text(encoding="utf-8")
        metadata["readme"] = {"content-type": "text/markdown", "text": described(text, home)}
        pages = {"Homepage": "", "Changelog": "/blob/main/CHANGELOG.md", "Issues": "/issues", "Source": ""}
        metadata["urls"] = {name: home + path for name, path in pages.items()} if home else {}
