"""Expectations of responses. A response is its status and its body, which is that of an error or of a success."""

import http
from typing import Any
from unittest import TestCase

Response = tuple[int, Any]

check = TestCase()
check.maxDiff = None

# Some clients turn a time into text with an offset instead of the letter.
MOMENT = r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(Z|\+00:00)$"


def expect(status: int, response: Response) -> Any:
    """Expects a response with this status, and returns its body."""
    check.assertEqual(response[0], status, response)
    return response[1]


def expect_error(status: int, response: Response) -> dict[str, Any]:
    """Expects an error with this status, and returns its body."""
    error = expect(status, response)
    check.assertEqual(error["status"], status)
    check.assertEqual(error["error"], http.HTTPStatus(status).phrase)
    check.assertRegex(error["timestamp"], MOMENT)
    check.assertRegex(error["path"], r"^/(api/\w+/|boards|classes)")
    return error
