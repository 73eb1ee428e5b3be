"""Sends requests without generated code."""

from typing import Any

import httpx
from expect import Response


class Client:
    """Sends requests to paths below a base URL."""

    def __init__(self, base_url: str, token: str | None = None) -> None:
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        # The default timeout of 5 seconds is only as long as the longest delay of buggy.
        self.http = httpx.Client(base_url=base_url, headers=headers, timeout=30)

    def send(self, method: str, path: str, **content: Any) -> Response:
        response = self.http.request(method, path, **content)
        if response.status_code == 204:
            return 204, None
        is_download = "Content-Disposition" in response.headers
        return response.status_code, response.content if is_download else response.json()
