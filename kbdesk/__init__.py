"""kbdesk: curate and search a team handbook on your own computer."""

import os

__version__ = "0.1.0"

APPLICATION_ID = "io.github.kbdesk.kbdesk"
"""The name of the program for desktops and installers, on all systems."""

# From 1.29 on onnxruntime (the local model, OCR) numbers each computer and reports its use to its maker, unless this is
# set before it is first imported, here and in every child. Nothing leaves the computer that nobody chose to send.
os.environ["ORT_DISABLE_TELEMETRY"] = "1"
