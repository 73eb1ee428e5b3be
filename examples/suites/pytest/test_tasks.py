import re

import pytest

TIMESTAMP = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ")


def test_creates_a_task_with_the_defaults(api):
    task = api.create(title="Buy milk")
    assert task["title"] == "Buy milk"
    assert task["status"] == "TODO"
    assert task["priority"] == "MEDIUM"
    assert task["labels"] == task["checklistItems"] == task["comments"] == task["attachments"] == []
    assert TIMESTAMP.fullmatch(task["createdAt"])
    assert task["updatedAt"] == task["createdAt"]


def test_creates_a_task_with_all_fields(api):
    values = {
        "title": "Buy milk",
        "description": "Two litres & a <small> cheese",
        "status": "IN_PROGRESS",
        "priority": "URGENT",
        "dueDate": "2027-02-28",
        "labels": ["shop", "food"],
    }
    task = api.create(**values, checklistItems=[{"text": "Bottle", "done": True}])
    assert {name: task[name] for name in values} == values
    assert [(item["text"], item["done"]) for item in task["checklistItems"]] == [("Bottle", True)]
    assert api.task(task["id"]) == task


@pytest.mark.parametrize(
    ("field", "values"),
    [
        ("title", {"title": ""}),
        ("title", {"title": "x" * 101}),
        ("description", {"description": "x" * 501}),
        ("status", {"status": "LATER"}),
        ("status", {"status": None}),
        ("priority", {"priority": "SOON"}),
        ("dueDate", {"dueDate": "31.01.2027"}),
    ],
)
def test_refuses_an_invalid_field(api, field, values):
    response = api.post("/tasks", {"title": "Buy milk", "status": "TODO", **values})
    assert response.status_code == 400
    error = response.json()
    assert error["status"] == 400
    assert error["error"] == "Bad Request"
    assert list(error["errors"]) == [field]


def test_accepts_the_longest_title(api):
    assert api.create(title="x" * 100)["title"] == "x" * 100


def test_replaces_a_task(api):
    task = api.create(description="Two litres", priority="LOW", labels=["shop"])
    values = {"title": "Buy bread", "status": "DONE", "labels": ["bakery"]}
    response = api.put(f"/tasks/{task['id']}", values)
    assert response.status_code == 200
    replaced = response.json()
    assert {name: replaced[name] for name in values} == values
    assert replaced["description"] is None
    assert replaced["priority"] == "MEDIUM"
    assert replaced["createdAt"] == task["createdAt"]
    assert api.task(task["id"]) == replaced


def test_keeps_the_ids_of_checklist_items_with_the_same_text(api):
    task = api.create(checklistItems=[{"text": "Bottle"}, {"text": "Bag"}])
    replaced = api.put(
        f"/tasks/{task['id']}",
        {"title": task["title"], "status": "TODO", "checklistItems": [{"text": "Bag"}, {"text": "Money"}]},
    ).json()
    old, new = task["checklistItems"], replaced["checklistItems"]
    assert new[0]["id"] == old[1]["id"]
    assert new[1]["id"] not in [item["id"] for item in old]


def test_deletes_a_task(api):
    task = api.create()
    response = api.delete(f"/tasks/{task['id']}")
    assert response.status_code == 204
    assert response.content == b""
    assert api.get(f"/tasks/{task['id']}").status_code == 404


@pytest.mark.parametrize("method", ["GET", "PUT", "DELETE"])
def test_unknown_task_is_404(api, method):
    task_id = api.create()["id"]
    api.delete(f"/tasks/{task_id}")
    json = {"title": "Buy milk", "status": "TODO"} if method == "PUT" else None
    response = api.request(method, f"/tasks/{task_id}", json=json)
    assert response.status_code == 404
    assert str(task_id) in response.json()["message"]


def test_counts_the_tasks(api):
    before = api.get("/tasks/summary").json()
    for status in ("TODO", "IN_PROGRESS", "DONE", "DONE"):
        api.create(status=status)
    after = api.get("/tasks/summary").json()
    assert {name: after[name] - before[name] for name in after} == {
        "totalTasks": 4,
        "todoTasks": 1,
        "inProgressTasks": 1,
        "doneTasks": 2,
    }
