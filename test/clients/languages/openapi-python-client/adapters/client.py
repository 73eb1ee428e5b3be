"""Calls generated operations, and turns their results into JSON."""

from typing import Any

from client import AuthenticatedClient, Client
from client.types import File
from expect import Response


def connect(base_url: str, token: str | None) -> AuthenticatedClient | Client:
    if token is None:
        return Client(base_url)
    return AuthenticatedClient(base_url, token)


def call(operation: Any, *args: Any, **options: Any) -> Response:
    """Calls the function of an operation that returns the status beside the decoded body."""
    response = operation.sync_detailed(*args, **options)
    return response.status_code, as_json(response.parsed)


def as_json(value: Any) -> Any:
    if isinstance(value, File):
        return value.payload.read()
    if isinstance(value, list):
        return [as_json(item) for item in value]
    return value.to_dict() if hasattr(value, "to_dict") else value
