from typing import Any

from expect import Response

from adapters.client import Client


class Session(Client):
    def login(self, credentials: Any) -> Response:
        return self.send("POST", "/auth/login", json=credentials)

    def refresh(self, token: Any) -> Response:
        return self.send("POST", "/auth/refresh", json=token)

    def logout(self) -> Response:
        return self.send("POST", "/auth/logout")

    def get_current_user(self) -> Response:
        return self.send("GET", "/auth/me")
