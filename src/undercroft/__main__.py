"""`python -m undercroft` is `undercroft`."""

import sys

from .cli import main

sys.exit(main())
