"""Says what openapi-core thinks of requests and responses, which it reads as lines of JSON (see ../proxy.ts).

The argument is the service. The first line has the documents by their base paths.
"""

import base64
import json
import sys
import urllib.parse
from dataclasses import dataclass
from typing import NamedTuple

from openapi_core import OpenAPI
from openapi_core.datatypes import RequestParameters
from openapi_core.templating.paths.exceptions import PathError
from werkzeug.datastructures import Headers, ImmutableMultiDict

SERVICE = sys.argv[1]


@dataclass
class Request:
    """A request in the form that openapi-core reads."""

    host_url: str
    path: str
    method: str
    content_type: str
    body: bytes
    parameters: RequestParameters


class Response(NamedTuple):
    """A response in the form that openapi-core reads."""

    status_code: int
    content_type: str
    headers: Headers
    data: bytes


def judge(document, exchange):
    """Validates a request and its response."""
    path, _, query = exchange["target"].partition("?")
    headers = Headers(exchange["request"]["headers"])
    request = Request(
        host_url=SERVICE,
        path=urllib.parse.unquote(path),
        method=exchange["method"].lower(),
        content_type=headers.get("content-type", ""),
        body=base64.b64decode(exchange["request"]["body"]),
        parameters=RequestParameters(
            query=ImmutableMultiDict(urllib.parse.parse_qsl(query, keep_blank_values=True)), header=headers
        ),
    )
    headers = Headers(exchange["response"]["headers"])
    response = Response(
        status_code=exchange["status"],
        content_type=headers.get("content-type", ""),
        headers=headers,
        data=base64.b64decode(exchange["response"]["body"]),
    )
    request_errors = list(document.iter_request_errors(request))
    has_operation = not any(isinstance(error, PathError) for error in request_errors)
    response_errors = document.iter_response_errors(request, response) if has_operation else []
    return {
        "hasOperation": has_operation,
        "request": [describe(error) for error in request_errors],
        "response": [describe(error) for error in response_errors],
    }


def describe(error):
    """Returns the message of an error, with the messages of its causes."""
    try:
        message = f"{type(error).__name__} {error}"
    except UnicodeDecodeError:
        # openapi-core cannot print a body that is not UTF-8.
        message = type(error).__name__
    details = [detail.message for detail in getattr(error.__cause__, "schema_errors", [])]
    cause = [describe(error.__cause__)] if error.__cause__ and not details else []
    return ": ".join([message, *cause, *details])


documents = {base: OpenAPI.from_dict(document) for base, document in json.loads(sys.stdin.readline()).items()}
print("{}", flush=True)
for line in sys.stdin:
    exchange = json.loads(line)
    print(json.dumps(judge(documents[exchange["base"]], exchange)), flush=True)
