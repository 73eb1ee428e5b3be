"""Calls generated operations, and turns their results into JSON."""

import json
from collections.abc import Callable
from typing import Any

from client import ApiClient, ApiException, Configuration
from expect import Response


def connect(base_url: str, token: str | None) -> ApiClient:
    return ApiClient(Configuration(host=base_url, access_token=token))


def call(operation: Callable[..., Any], *args: Any, **options: Any) -> Response:
    """Calls a method whose name ends in `_with_http_info`. Only these methods return the status."""
    try:
        response = operation(*args, **options)
        return response.status_code, as_json(response.data)
    except ApiException as error:
        return error.status, as_json(error.data)


def as_json(value: Any) -> Any:
    if isinstance(value, list):
        return [as_json(item) for item in value]
    return json.loads(value.to_json()) if hasattr(value, "to_json") else value
