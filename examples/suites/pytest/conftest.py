import os
import uuid

import pytest
import requests

BASE_URL = os.environ.get("BASE_URL", "http://127.0.0.1:3000")
API_URL = os.environ.get("API_URL", f"{BASE_URL}/api/v1")


class Api:
    """Sends requests to v1, and remembers the tasks that a test creates."""

    def __init__(self, session):
        self.session = session
        self.created = []

    def request(self, method, path, **options):
        return self.session.request(method, API_URL + path, timeout=10, **options)

    def get(self, path, **params):
        return self.request("GET", path, params=params)

    def post(self, path, json=None, **options):
        return self.request("POST", path, json=json, **options)

    def put(self, path, json):
        return self.request("PUT", path, json=json)

    def delete(self, path):
        return self.request("DELETE", path)

    def create(self, **values):
        """Creates a valid task, and returns it."""
        response = self.post("/tasks", {"title": "Water the plants", "status": "TODO", **values})
        assert response.status_code == 201, response.text
        task = response.json()
        self.created.append(task["id"])
        return task

    def task(self, task_id):
        response = self.get(f"/tasks/{task_id}")
        assert response.status_code == 200, response.text
        return response.json()

    def titles(self, **params):
        return [task["title"] for task in self.get("/tasks", **params).json()["content"]]


@pytest.fixture(scope="session")
def session():
    with requests.Session() as session:
        yield session


@pytest.fixture
def api(session):
    """The API. The tasks of the test are deleted afterwards."""
    api = Api(session)
    yield api
    for task_id in api.created:
        api.delete(f"/tasks/{task_id}")


@pytest.fixture
def word():
    """A word that no other task contains."""
    return f"w{uuid.uuid4().hex[:12]}"
