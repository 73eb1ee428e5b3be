from typing import Any

from client.api.boards import create_board, create_boards, delete_board, get_board, reset_board
from client.api.classes import create_class, delete_class, get_class
from client.api.faults import get_faults, replace_faults
from client.api.snapshots import get_snapshot, load_snapshot
from client.models import BoardInput, BoardsInput, ClassInput, FaultSettingsInput, ResetInput, Snapshot
from expect import Response

from adapters.client import call, connect


class Boards:
    def __init__(self, base_url: str, token: str | None = None) -> None:
        self.client = connect(base_url, token)

    def create_board(self, board: Any) -> Response:
        return call(create_board, client=self.client, body=BoardInput.from_dict(board))

    def create_boards(self, boards: Any) -> Response:
        return call(create_boards, client=self.client, body=BoardsInput.from_dict(boards))

    def get_board(self, id: str) -> Response:
        return call(get_board, id, client=self.client)

    def delete_board(self, id: str) -> Response:
        return call(delete_board, id, client=self.client)

    def reset_board(self, id: str, content: Any) -> Response:
        return call(reset_board, id, client=self.client, body=ResetInput.from_dict(content))

    def get_faults(self, id: str) -> Response:
        return call(get_faults, id, client=self.client)

    def replace_faults(self, id: str, faults: Any) -> Response:
        return call(replace_faults, id, client=self.client, body=FaultSettingsInput.from_dict(faults))

    def get_snapshot(self, id: str) -> Response:
        return call(get_snapshot, id, client=self.client)

    def load_snapshot(self, id: str, snapshot: Any) -> Response:
        return call(load_snapshot, id, client=self.client, body=Snapshot.from_dict(snapshot))

    def create_class(self, class_: Any) -> Response:
        return call(create_class, client=self.client, body=ClassInput.from_dict(class_))

    def get_class(self, id: str) -> Response:
        return call(get_class, id, client=self.client)

    def delete_class(self, id: str) -> Response:
        return call(delete_class, id, client=self.client)
