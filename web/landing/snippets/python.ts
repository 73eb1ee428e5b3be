import { ACCOUNT, type Programs, TASK } from './program.js'

const [task, account] = [TASK, ACCOUNT].map((body) => JSON.stringify(body).replaceAll(/([:,])"/g, '$1 "'))

/** Programs with the package `requests`. */
export const python: Programs = {
  read: (baseUrl) => `import requests

BOARD = "${baseUrl}"

response = requests.get(f"{BOARD}/api/v1/tasks", params={"size": 5})
print(response.status_code, response.json()["content"])`,
  create: (baseUrl) => `import requests

BOARD = "${baseUrl}"

response = requests.post(
    f"{BOARD}/api/v1/tasks",
    json=${task},
)
print(response.status_code, response.json())`,
  login: (baseUrl) => `import requests

BOARD = "${baseUrl}"

login = requests.post(
    f"{BOARD}/api/v2/auth/login",
    json=${account},
)
token = login.json()["token"]

response = requests.get(
    f"{BOARD}/api/v2/auth/me",
    headers={"Authorization": f"Bearer {token}"},
)
print(response.status_code, response.json())`,
  check: (baseUrl) => `import requests

BOARD = "${baseUrl}"

response = requests.post(
    f"{BOARD}/api/v1/tasks",
    json=${task},
)
assert response.status_code == 201, response.text
assert response.json()["title"] == "${TASK.title}"
print("passed")`,
}

/** Tests with pytest and the package `requests`. */
export const pytest: Programs = {
  read: (baseUrl) => `import requests

BOARD = "${baseUrl}"


def test_reads_tasks():
    response = requests.get(f"{BOARD}/api/v1/tasks", params={"size": 5})
    assert response.status_code == 200
    assert len(response.json()["content"]) <= 5`,
  create: (baseUrl) => `import requests

BOARD = "${baseUrl}"


def test_creates_a_task():
    response = requests.post(
        f"{BOARD}/api/v1/tasks",
        json=${task},
    )
    assert response.status_code == 201`,
  login: (baseUrl) => `import pytest
import requests

BOARD = "${baseUrl}"


@pytest.fixture
def token():
    response = requests.post(
        f"{BOARD}/api/v2/auth/login",
        json=${account},
    )
    return response.json()["token"]


def test_logs_in(token):
    headers = {"Authorization": f"Bearer {token}"}
    response = requests.get(f"{BOARD}/api/v2/auth/me", headers=headers)
    assert response.json()["username"] == "${ACCOUNT.username}"`,
  check: (baseUrl) => `import requests

BOARD = "${baseUrl}"


def test_a_created_task_can_be_read():
    created = requests.post(
        f"{BOARD}/api/v1/tasks",
        json=${task},
    )
    assert created.status_code == 201
    read = requests.get(f"{BOARD}/api/v1/tasks/{created.json()['id']}")
    assert read.json() == created.json()`,
}
