from typing import Any

import httpx
from expect import Response

from adapters.client import Client


class Tasks(Client):
    def __init__(self, base_url: str, token: str | None = None) -> None:
        super().__init__(base_url, token)
        # httpx appends a path to the base URL. `join` of its URLs, like urljoin, replaces the path of the base URL
        # instead, and loses the variant and the board.
        assert self.http.build_request("GET", "/tasks").url == f"{base_url}/tasks"
        assert httpx.URL(base_url).join("/tasks").path == "/tasks"

    def list_tasks(self, **query: Any) -> Response:
        return self.send("GET", "/tasks", params=query)

    def get_task_summary(self) -> Response:
        return self.send("GET", "/tasks/summary")

    def get_task(self, id: int) -> Response:
        return self.send("GET", f"/tasks/{id}")

    def create_task(self, task: Any) -> Response:
        return self.send("POST", "/tasks", json=task)

    def replace_task(self, id: int, task: Any) -> Response:
        return self.send("PUT", f"/tasks/{id}", json=task)

    def delete_task(self, id: int) -> Response:
        return self.send("DELETE", f"/tasks/{id}")

    def delete_all_tasks(self) -> Response:
        return self.send("DELETE", "/tasks")

    def reorder_task(self, id: int, target: Any) -> Response:
        return self.send("POST", f"/tasks/{id}/reorder", json=target)

    def create_comment(self, id: int, comment: Any) -> Response:
        return self.send("POST", f"/tasks/{id}/comments", json=comment)

    def update_comment(self, id: int, comment_id: int, comment: Any) -> Response:
        return self.send("PUT", f"/tasks/{id}/comments/{comment_id}", json=comment)

    def delete_comment(self, id: int, comment_id: int) -> Response:
        return self.send("DELETE", f"/tasks/{id}/comments/{comment_id}")

    def upload_attachments(self, id: int, files: list[tuple[str, str, bytes]]) -> Response:
        parts = [("files", (name, data, media_type)) for name, media_type, data in files]
        return self.send("POST", f"/tasks/{id}/attachments", files=parts)

    def download_attachment(self, id: int, attachment_id: int) -> Response:
        return self.send("GET", f"/tasks/{id}/attachments/{attachment_id}")

    def delete_attachment(self, id: int, attachment_id: int) -> Response:
        return self.send("DELETE", f"/tasks/{id}/attachments/{attachment_id}")
