import requests


def test_creates_a_task(board):
    tasks = f"{board['apis']['v1']}/tasks"
    created = requests.post(tasks, json={"title": "Buy milk", "status": "TODO"}, timeout=10)
    assert created.status_code == 201

    read = requests.get(f"{tasks}/{created.json()['id']}", timeout=10)
    assert read.json() == created.json()


def test_refuses_a_task_without_a_title(board):
    refused = requests.post(f"{board['apis']['v1']}/tasks", json={"status": "TODO"}, timeout=10)
    assert refused.status_code == 400
    assert list(refused.json()["errors"]) == ["title"]
