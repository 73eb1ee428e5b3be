from io import BytesIO
from typing import Any

from client.api.attachments import delete_attachment, download_attachment, upload_attachments
from client.api.comments import create_comment, delete_comment, update_comment
from client.api.tasks import (
    create_task,
    delete_all_tasks,
    delete_task,
    get_task,
    get_task_summary,
    list_tasks,
    reorder_task,
    replace_task,
)
from client.models import (
    AttachmentUpload,
    CommentInput,
    ListTasksDirection,
    ListTasksSort,
    ReorderInput,
    TaskInput,
    TaskPriority,
    TaskStatus,
)
from client.types import File
from expect import Response

from adapters.client import call, connect

ENUMERATIONS = {
    "status": TaskStatus,
    "priority": TaskPriority,
    "sort": ListTasksSort,
    "direction": ListTasksDirection,
}


class Tasks:
    def __init__(self, base_url: str, token: str | None = None) -> None:
        self.client = connect(base_url, token)

    def list_tasks(self, **query: Any) -> Response:
        typed = {name: ENUMERATIONS.get(name, lambda value: value)(value) for name, value in query.items()}
        return call(list_tasks, client=self.client, **typed)

    def get_task_summary(self) -> Response:
        return call(get_task_summary, client=self.client)

    def get_task(self, id: int) -> Response:
        return call(get_task, id, client=self.client)

    def create_task(self, task: Any) -> Response:
        return call(create_task, client=self.client, body=TaskInput.from_dict(task))

    def replace_task(self, id: int, task: Any) -> Response:
        return call(replace_task, id, client=self.client, body=TaskInput.from_dict(task))

    def delete_task(self, id: int) -> Response:
        return call(delete_task, id, client=self.client)

    def delete_all_tasks(self) -> Response:
        return call(delete_all_tasks, client=self.client)

    def reorder_task(self, id: int, target: Any) -> Response:
        return call(reorder_task, id, client=self.client, body=ReorderInput.from_dict(target))

    def create_comment(self, id: int, comment: Any) -> Response:
        return call(create_comment, id, client=self.client, body=CommentInput.from_dict(comment))

    def update_comment(self, id: int, comment_id: int, comment: Any) -> Response:
        return call(update_comment, id, comment_id, client=self.client, body=CommentInput.from_dict(comment))

    def delete_comment(self, id: int, comment_id: int) -> Response:
        return call(delete_comment, id, comment_id, client=self.client)

    def upload_attachments(self, id: int, files: list[tuple[str, str, bytes]]) -> Response:
        upload = AttachmentUpload([File(BytesIO(data), name, media_type) for name, media_type, data in files])
        return call(upload_attachments, id, client=self.client, body=upload)

    def download_attachment(self, id: int, attachment_id: int) -> Response:
        return call(download_attachment, id, attachment_id, client=self.client)

    def delete_attachment(self, id: int, attachment_id: int) -> Response:
        return call(delete_attachment, id, attachment_id, client=self.client)
