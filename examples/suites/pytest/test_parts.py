import pytest


def upload(api, task, *files):
    parts = [("files", (name, content, "text/plain")) for name, content in files]
    return api.post(f"/tasks/{task['id']}/attachments", files=parts)


def test_adds_and_changes_a_comment(api):
    task = api.create()
    created = api.post(f"/tasks/{task['id']}/comments", {"text": "First"})
    assert created.status_code == 201
    comment = created.json()
    assert comment["text"] == "First"
    changed = api.put(f"/tasks/{task['id']}/comments/{comment['id']}", {"text": "Changed"})
    assert changed.status_code == 200
    assert [item["text"] for item in api.task(task["id"])["comments"]] == ["Changed"]


def test_deletes_a_comment(api):
    task = api.create()
    for text in ("First", "Second"):
        comment = api.post(f"/tasks/{task['id']}/comments", {"text": text}).json()
    assert api.delete(f"/tasks/{task['id']}/comments/{comment['id']}").status_code == 204
    assert [item["text"] for item in api.task(task["id"])["comments"]] == ["First"]


def test_uploads_several_files(api):
    task = api.create()
    response = upload(api, task, ("one.txt", b"1"), ("two.txt", b"22"))
    assert response.status_code == 201
    attachments = response.json()
    assert [(item["fileName"], item["fileSizeBytes"]) for item in attachments] == [("one.txt", 1), ("two.txt", 2)]
    assert api.task(task["id"])["attachments"] == attachments


def test_refuses_a_file_over_1_mb(api):
    task = api.create()
    response = upload(api, task, ("large.txt", b"x" * (1024 * 1024 + 1)))
    assert response.status_code == 400
    assert "large.txt" in response.json()["message"]


def test_refuses_a_fourth_file(api):
    task = api.create()
    assert upload(api, task, ("1.txt", b"1"), ("2.txt", b"2"), ("3.txt", b"3")).status_code == 201
    assert upload(api, task, ("4.txt", b"4")).status_code == 400


def test_deletes_an_attachment(api):
    task = api.create()
    (attachment,) = upload(api, task, ("one.txt", b"1")).json()
    assert api.delete(f"/tasks/{task['id']}/attachments/{attachment['id']}").status_code == 204
    assert api.task(task["id"])["attachments"] == []


@pytest.mark.parametrize("index", [0, 1, 2])
def test_moves_a_task_within_its_column(api, index):
    tasks = [api.create(status="DONE") for _ in range(3)]
    start = tasks[0]["sortOrder"]
    response = api.post(
        f"/tasks/{tasks[0]['id']}/reorder", {"targetStatus": "DONE", "targetIndex": start + index}
    )
    assert response.status_code == 200
    expected = tasks[1:]
    expected.insert(index, tasks[0])
    places = {task["id"]: api.task(task["id"])["sortOrder"] for task in tasks}
    assert places == {task["id"]: start + place for place, task in enumerate(expected)}


def test_moves_a_task_to_another_column(api):
    task = api.create(checklistItems=[{"text": "Bottle"}])
    moved = api.post(f"/tasks/{task['id']}/reorder", {"targetStatus": "DONE", "targetIndex": 0}).json()
    assert (moved["status"], moved["sortOrder"]) == ("DONE", 0)
    stored = api.task(task["id"])
    assert (stored["status"], stored["sortOrder"]) == ("DONE", 0)
    assert stored["checklistItems"] == task["checklistItems"]
