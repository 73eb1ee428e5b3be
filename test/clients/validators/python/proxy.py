"""Forwards requests to a service, and prints what openapi-core says about each request and its response.

The first argument is the service, the others are the base paths of documents. Prints its port, and then a line of JSON
for each request below these paths, before the client gets the response.
"""

import gzip
import http.client
import json
import sys
import urllib.parse
import urllib.request
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Lock
from typing import NamedTuple

from openapi_core import OpenAPI
from openapi_core.datatypes import RequestParameters
from openapi_core.templating.paths.exceptions import PathError
from werkzeug.datastructures import Headers, ImmutableMultiDict

SERVICE, *BASES = sys.argv[1:]
# Headers that concern one connection (RFC 9110, section 7.6.1).
HOP_BY_HOP = {"connection", "keep-alive", "transfer-encoding", "upgrade"}


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


def load(base):
    with urllib.request.urlopen(f"{SERVICE}{base}/openapi.json") as response:
        return OpenAPI.from_dict(json.load(response))


DOCUMENTS = {base: load(base) for base in BASES}
PRINTING = Lock()


def report(method, target, headers, body, response):
    """Validates a request and its response, and prints the result."""
    path, _, query = target.partition("?")
    base = next((base for base in BASES if path.startswith(f"{base}/")), None)
    if base is None:
        return
    request = Request(
        host_url=SERVICE,
        path=urllib.parse.unquote(path),
        method=method.lower(),
        content_type=headers.get("content-type", ""),
        body=body,
        parameters=RequestParameters(
            query=ImmutableMultiDict(urllib.parse.parse_qsl(query, keep_blank_values=True)), header=headers
        ),
    )
    request_errors = list(DOCUMENTS[base].iter_request_errors(request))
    has_operation = not any(isinstance(error, PathError) for error in request_errors)
    response_errors = DOCUMENTS[base].iter_response_errors(request, response) if has_operation else []
    is_refused = response.status_code == 400
    line = {
        "base": base,
        "method": method,
        "target": target,
        "status": response.status_code,
        "sent": body.decode(errors="replace") if is_refused and request.content_type == "application/json" else "",
        "error": response.data.decode() if is_refused else "",
        "hasOperation": has_operation,
        "request": [describe(error) for error in request_errors],
        "response": [describe(error) for error in response_errors],
    }
    with PRINTING:
        print(json.dumps(line), flush=True)


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


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    # Without these, each response takes 40 ms, because its head and its body are sent separately.
    disable_nagle_algorithm = True
    wbufsize = -1

    def forward(self):
        body = self.rfile.read(int(self.headers.get("content-length", 0)))
        connection = http.client.HTTPConnection(urllib.parse.urlsplit(SERVICE).netloc)
        connection.putrequest(self.command, self.path, skip_host=True, skip_accept_encoding=True)
        for name, value in self.headers.items():
            if name.lower() not in HOP_BY_HOP:
                connection.putheader(name, value)
        connection.endheaders(body)
        response = connection.getresponse()
        content = response.read()
        connection.close()
        self.judge(body, response, content)
        self.send_response_only(response.status, response.reason)
        for name, value in response.getheaders():
            if name.lower() not in HOP_BY_HOP:
                self.send_header(name, value)
        self.end_headers()
        self.wfile.write(content)
        self.wfile.flush()

    def judge(self, body, response, content):
        is_compressed = response.getheader("content-encoding") == "gzip"
        received = Response(
            status_code=response.status,
            content_type=response.getheader("content-type", ""),
            headers=Headers(response.getheaders()),
            data=gzip.decompress(content) if is_compressed else content,
        )
        report(self.command, self.path, Headers(self.headers.items()), body, received)

    do_GET = do_HEAD = do_POST = do_PUT = do_PATCH = do_DELETE = do_OPTIONS = forward

    def log_message(self, *_):
        """The lines of JSON are the log."""


server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
print(server.server_port, flush=True)
server.serve_forever()
