"""Calls the function of an operation that returns the status beside the decoded body."""

import importlib
import inspect
import os
import pkgutil
from io import BytesIO
from typing import Any, get_args, get_type_hints

import client.api
from client import AuthenticatedClient, Client
from client.types import File
from serve import Call

BASE_URL = os.environ["BASE_URL"]
MODULES = {
    name.rsplit(".", 1)[-1]: name for _, name, _ in pkgutil.walk_packages(client.api.__path__, prefix="client.api.")
}


def send(call: Call) -> tuple[int, Any]:
    operation = importlib.import_module(MODULES[call.name])
    connection = Client(BASE_URL) if call.token is None else AuthenticatedClient(BASE_URL, call.token)
    types = get_type_hints(operation.sync_detailed)
    options = {name: typed(types[name], value) for name, value in call.query.items()}
    if call.files is not None:
        files = [File(BytesIO(data), name, media_type) for name, data, media_type in call.uploads]
        options["body"] = types["body"](files)
    elif call.body is not None:
        options["body"] = typed(types["body"], call.body)
    response = operation.sync_detailed(*call.path, client=connection, **options)
    return response.status_code, as_json(response.parsed)


def typed(declared: Any, value: Any) -> Any:
    """Returns a value as its declared type, which may be optional."""
    kind, *_ = get_args(declared) or [declared]
    return kind.from_dict(value) if inspect.isclass(kind) and hasattr(kind, "from_dict") else kind(value)


def as_json(value: Any) -> Any:
    if isinstance(value, File):
        return value.payload.read()
    if isinstance(value, list):
        return [as_json(item) for item in value]
    return value.to_dict() if hasattr(value, "to_dict") else value
