from typing import Any

from expect import Response

from adapters.client import Client


class Boards(Client):
    def create_board(self, board: Any) -> Response:
        return self.send("POST", "/boards", json=board)

    def create_boards(self, boards: Any) -> Response:
        return self.send("POST", "/boards/batch", json=boards)

    def get_board(self, id: str) -> Response:
        return self.send("GET", f"/boards/{id}")

    def delete_board(self, id: str) -> Response:
        return self.send("DELETE", f"/boards/{id}")

    def reset_board(self, id: str, content: Any) -> Response:
        return self.send("POST", f"/boards/{id}/reset", json=content)

    def get_faults(self, id: str) -> Response:
        return self.send("GET", f"/boards/{id}/faults")

    def replace_faults(self, id: str, faults: Any) -> Response:
        return self.send("PUT", f"/boards/{id}/faults", json=faults)

    def get_snapshot(self, id: str) -> Response:
        return self.send("GET", f"/boards/{id}/snapshot")

    def load_snapshot(self, id: str, snapshot: Any) -> Response:
        return self.send("PUT", f"/boards/{id}/snapshot", json=snapshot)

    def create_class(self, class_: Any) -> Response:
        return self.send("POST", "/classes", json=class_)

    def get_class(self, id: str) -> Response:
        return self.send("GET", f"/classes/{id}")

    def delete_class(self, id: str) -> Response:
        return self.send("DELETE", f"/classes/{id}")
