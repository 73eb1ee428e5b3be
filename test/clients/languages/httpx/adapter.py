"""Sends requests without generated code. The document has the method and the path of each operation."""

import json
import os
from typing import Any

import httpx
from serve import Call

BASE_URL = os.environ["BASE_URL"]


def find_operations() -> dict[str, tuple[str, str]]:
    with open("openapi.json", encoding="utf-8") as file:
        paths = json.load(file)["paths"]
    return {
        operation["operationId"]: (method.upper(), path)
        for path, methods in paths.items()
        for method, operation in methods.items()
        if "operationId" in operation
    }


OPERATIONS = find_operations()


def send(call: Call) -> tuple[int, Any]:
    headers = {"Authorization": f"Bearer {call.token}"} if call.token else {}
    # The default timeout of 5 seconds is only as long as the longest delay of buggy.
    client = httpx.Client(base_url=BASE_URL, headers=headers, timeout=30)
    # httpx appends a path to the base URL. `join` of its URLs, like urljoin, replaces the path of the base URL instead,
    # and loses the variant and the board.
    assert client.build_request("GET", "/tasks").url == f"{BASE_URL}/tasks"
    assert httpx.URL(BASE_URL).join("/tasks").path == "/tasks"
    method, path = OPERATIONS[call.operation]
    for value in call.path:
        path = path[: path.index("{")] + str(value) + path[path.index("}") + 1 :]
    files = [("files", upload) for upload in call.uploads]
    response = client.request(method, path, params=call.query, json=call.body, files=files or None)
    if response.status_code == 204:
        return 204, None
    is_download = "Content-Disposition" in response.headers
    return response.status_code, response.content if is_download else response.json()
