"""Calls the client for each line of JSON that it reads, and prints the response as a line of JSON (see ../target.ts)."""

import base64
import importlib
import json
import re
import sys
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any


@dataclass
class Call:
    """A request."""

    operation: str
    token: str | None
    path: list[Any]
    query: dict[str, Any]
    body: Any = None
    files: list[dict[str, str]] | None = None

    @property
    def name(self) -> str:
        """The operation as functions of Python are named."""
        return re.sub(r"[A-Z]", lambda letter: f"_{letter[0].lower()}", self.operation)

    @property
    def uploads(self) -> list[tuple[str, bytes, str]]:
        """The name, the bytes and the media type of each file."""
        return [(file["name"], base64.b64decode(file["bytes"]), file["type"]) for file in self.files or []]


def encode(value: Any) -> str:
    """Turns the bytes of a file into base64."""
    return base64.b64encode(value).decode()


def serve(send: Callable[[Call], tuple[int, Any]]) -> None:
    for line in sys.stdin:
        status, body = send(Call(**json.loads(line)))
        print(json.dumps({"status": status, "body": body}, default=encode), flush=True)


if __name__ == "__main__":
    serve(importlib.import_module("adapter").send)
