from typing import Any

from client import (
    AttachmentsApi,
    CommentInput,
    CommentsApi,
    ReorderInput,
    TaskInput,
    TasksApi,
    TaskStatus,
)
from expect import Response
from pydantic import ValidationError

from adapters.client import call, connect


class Tasks:
    def __init__(self, base_url: str, token: str | None = None) -> None:
        client = connect(base_url, token)
        self.tasks = TasksApi(client)
        self.comments = CommentsApi(client)
        self.attachments = AttachmentsApi(client)

    def list_tasks(self, **query: Any) -> Response:
        return call(self.tasks.list_tasks_with_http_info, **query)

    def get_task_summary(self) -> Response:
        return call(self.tasks.get_task_summary_with_http_info)

    def get_task(self, id: int) -> Response:
        return call(self.tasks.get_task_with_http_info, id)

    def create_task(self, task: Any) -> Response:
        return call(self.tasks.create_task_with_http_info, task_input(task))

    def replace_task(self, id: int, task: Any) -> Response:
        return call(self.tasks.replace_task_with_http_info, id, task_input(task))

    def delete_task(self, id: int) -> Response:
        return call(self.tasks.delete_task_with_http_info, id)

    def delete_all_tasks(self) -> Response:
        return call(self.tasks.delete_all_tasks_with_http_info)

    def reorder_task(self, id: int, target: Any) -> Response:
        return call(self.tasks.reorder_task_with_http_info, id, ReorderInput.from_dict(target))

    def create_comment(self, id: int, comment: Any) -> Response:
        return call(self.comments.create_comment_with_http_info, id, CommentInput.from_dict(comment))

    def update_comment(self, id: int, comment_id: int, comment: Any) -> Response:
        return call(self.comments.update_comment_with_http_info, id, comment_id, CommentInput.from_dict(comment))

    def delete_comment(self, id: int, comment_id: int) -> Response:
        return call(self.comments.delete_comment_with_http_info, id, comment_id)

    def upload_attachments(self, id: int, files: list[tuple[str, str, bytes]]) -> Response:
        # The client derives the media type from the extension of the name.
        named = [(name, data) for name, _, data in files]
        return call(self.attachments.upload_attachments_with_http_info, id, named)

    def download_attachment(self, id: int, attachment_id: int) -> Response:
        return call(self.attachments.download_attachment_with_http_info, id, attachment_id)

    def delete_attachment(self, id: int, attachment_id: int) -> Response:
        return call(self.attachments.delete_attachment_with_http_info, id, attachment_id)


def task_input(task: Any) -> TaskInput:
    """Returns the model of a task. The client refuses an invalid one, unless its model is constructed unchecked."""
    try:
        return TaskInput.from_dict(task)
    except ValidationError:
        return TaskInput.model_construct(**task | {"status": TaskStatus(task["status"])})
