from typing import Any

from client import AuthenticationApi, LoginRequest, RefreshRequest
from expect import Response

from adapters.client import call, connect


class Session:
    def __init__(self, base_url: str, token: str | None = None) -> None:
        self.authentication = AuthenticationApi(connect(base_url, token))

    def login(self, credentials: Any) -> Response:
        return call(self.authentication.login_with_http_info, LoginRequest.from_dict(credentials))

    def refresh(self, token: Any) -> Response:
        return call(self.authentication.refresh_with_http_info, RefreshRequest.from_dict(token))

    def logout(self) -> Response:
        return call(self.authentication.logout_with_http_info)

    def get_current_user(self) -> Response:
        return call(self.authentication.get_current_user_with_http_info)
