from typing import Any

from client import (
    BoardInput,
    BoardsApi,
    BoardsInput,
    ClassesApi,
    ClassInput,
    FaultsApi,
    FaultSettingsInput,
    ResetInput,
    Snapshot,
    SnapshotsApi,
)
from expect import Response
from pydantic import ValidationError

from adapters.client import call, connect


class Boards:
    def __init__(self, base_url: str, token: str | None = None) -> None:
        client = connect(base_url, token)
        self.boards = BoardsApi(client)
        self.faults = FaultsApi(client)
        self.snapshots = SnapshotsApi(client)
        self.classes = ClassesApi(client)

    def create_board(self, board: Any) -> Response:
        return call(self.boards.create_board_with_http_info, board_input(board))

    def create_boards(self, boards: Any) -> Response:
        return call(self.boards.create_boards_with_http_info, BoardsInput.from_dict(boards))

    def get_board(self, id: str) -> Response:
        return call(self.boards.get_board_with_http_info, id)

    def delete_board(self, id: str) -> Response:
        return call(self.boards.delete_board_with_http_info, id)

    def reset_board(self, id: str, content: Any) -> Response:
        return call(self.boards.reset_board_with_http_info, id, ResetInput.from_dict(content))

    def get_faults(self, id: str) -> Response:
        return call(self.faults.get_faults_with_http_info, id)

    def replace_faults(self, id: str, faults: Any) -> Response:
        return call(self.faults.replace_faults_with_http_info, id, FaultSettingsInput.from_dict(faults))

    def get_snapshot(self, id: str) -> Response:
        return call(self.snapshots.get_snapshot_with_http_info, id)

    def load_snapshot(self, id: str, snapshot: Any) -> Response:
        return call(self.snapshots.load_snapshot_with_http_info, id, Snapshot.from_dict(snapshot))

    def create_class(self, class_: Any) -> Response:
        return call(self.classes.create_class_with_http_info, ClassInput.from_dict(class_))

    def get_class(self, id: str) -> Response:
        return call(self.classes.get_class_with_http_info, id)

    def delete_class(self, id: str) -> Response:
        return call(self.classes.delete_class_with_http_info, id)


def board_input(board: Any) -> BoardInput:
    """Returns the model of a board. The client refuses an invalid one, unless its model is constructed unchecked."""
    try:
        return BoardInput.from_dict(board)
    except ValidationError:
        return BoardInput.model_construct(**board)
