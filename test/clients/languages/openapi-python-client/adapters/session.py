from typing import Any

from client.api.authentication import get_current_user, login, logout, refresh
from client.models import LoginRequest, RefreshRequest
from expect import Response

from adapters.client import call, connect


class Session:
    def __init__(self, base_url: str, token: str | None = None) -> None:
        self.client = connect(base_url, token)

    def login(self, credentials: Any) -> Response:
        return call(login, client=self.client, body=LoginRequest.from_dict(credentials))

    def refresh(self, token: Any) -> Response:
        return call(refresh, client=self.client, body=RefreshRequest.from_dict(token))

    def logout(self) -> Response:
        return call(logout, client=self.client)

    def get_current_user(self) -> Response:
        return call(get_current_user, client=self.client)
