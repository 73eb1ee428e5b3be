"""Calls the methods whose names end in `_with_http_info`. Only these return the status."""

import enum
import inspect
import json
import os
from typing import Any, get_args, get_type_hints

import client
from client import ApiClient, ApiException, Configuration
from pydantic import BaseModel, ValidationError
from serve import Call

APIS = [kind for name, kind in vars(client).items() if name.endswith("Api")]


def send(call: Call) -> tuple[int, Any]:
    name = f"{call.name}_with_http_info"
    api = next(api for api in APIS if hasattr(api, name))
    connection = ApiClient(Configuration(host=os.environ["BASE_URL"], access_token=call.token))
    method = getattr(api(connection), name)
    parameters = list(call.path)
    if call.files is not None:
        # The client derives the media type from the extension of the name.
        parameters.append([(name, data) for name, data, _ in call.uploads])
    elif call.body is not None:
        parameters.append(typed(model_of(method, len(parameters)), call.body))
    try:
        response = method(*parameters, **call.query)
        return response.status_code, as_json(response.data)
    except ApiException as error:
        return error.status, as_json(error.data)


def model_of(method: Any, index: int) -> type[BaseModel]:
    """Returns the declared type of a parameter, which may be optional."""
    name = list(inspect.signature(method).parameters)[index]
    declared = get_type_hints(method)[name]
    return next(kind for kind in [declared, *get_args(declared)] if inspect.isclass(kind))


def typed(model: type[BaseModel], body: dict[str, Any]) -> BaseModel:
    """Returns the model of a body. The client refuses an invalid one, unless its model is constructed unchecked."""
    try:
        return model.from_dict(body)
    except ValidationError:
        kinds = {name: field.annotation for name, field in model.model_fields.items()}
        is_enum = lambda kind: inspect.isclass(kind) and issubclass(kind, enum.Enum)
        return model.model_construct(**{k: kinds[k](v) if is_enum(kinds[k]) else v for k, v in body.items()})


def as_json(value: Any) -> Any:
    if isinstance(value, list):
        return [as_json(item) for item in value]
    return json.loads(value.to_json()) if hasattr(value, "to_json") else value
