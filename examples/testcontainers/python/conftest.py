import os

import pytest
import requests
from testcontainers.core.container import DockerContainer
from testcontainers.core.wait_strategies import HttpWaitStrategy

IMAGE = os.environ.get("TASK_BOARD_IMAGE", "task-board-service")


@pytest.fixture(scope="session")
def service():
    """The URL of a service: TASK_BOARD_URL, or a container that all tests share."""
    if url := os.environ.get("TASK_BOARD_URL"):
        yield url
        return
    container = (
        DockerContainer(IMAGE)
        .with_envs(BOARDS="open", DATABASE_URL="sqlite::memory:")
        .with_exposed_ports(3000)
        .waiting_for(HttpWaitStrategy(3000, "/readyz").for_status_code(200))
    )
    with container:
        yield f"http://{container.get_container_host_ip()}:{container.get_exposed_port(3000)}"


@pytest.fixture
def board(service):
    """A new board for one test. `apis` has the base URLs of its variants."""
    response = requests.post(f"{service}/boards", timeout=10)
    assert response.status_code == 201, response.text
    return response.json()
