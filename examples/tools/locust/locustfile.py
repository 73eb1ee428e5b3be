"""Users of v1: each reads lists, works on a task of their own, and sends an invalid one."""

import os
import random

from locust import HttpUser, between, events, task

# The maximum of the 95th percentile of the response times, in milliseconds.
MAX_P95 = float(os.environ.get("MAX_P95", "500"))


class BoardUser(HttpUser):
    wait_time = between(0.2, 0.6)

    @task(3)
    def read_lists(self):
        query = {"status": random.choice(["TODO", "IN_PROGRESS", "DONE"]), "size": 20}
        self.client.get("/api/v1/tasks", params=query, name="/api/v1/tasks?status")
        self.client.get("/api/v1/tasks/summary")

    @task
    def work_on_a_task(self):
        new_task = {"title": "Pack", "status": "TODO"}
        with self.client.post("/api/v1/tasks", json=new_task, catch_response=True) as created:
            if created.status_code != 201:
                created.failure(f"expected 201, got {created.status_code}")
                return
        path = f"/api/v1/tasks/{created.json()['id']}"
        name = "/api/v1/tasks/{id}"
        self.client.get(path, name=name)
        self.client.put(path, json={"title": "Pack", "status": "TODO", "priority": "HIGH"}, name=name)
        self.client.post(f"{path}/reorder", json={"targetStatus": "DONE", "targetIndex": 0}, name=f"{name}/reorder")
        self.client.post(f"{path}/comments", json={"text": "Done."}, name=f"{name}/comments")
        self.client.delete(path, name=name)

    @task
    def send_an_invalid_task(self):
        invalid = {"title": "", "status": "TODO"}
        name = "/api/v1/tasks (invalid)"
        with self.client.post("/api/v1/tasks", json=invalid, name=name, catch_response=True) as response:
            if response.status_code == 400:
                response.success()
            else:
                response.failure(f"expected 400, got {response.status_code}")


@events.quitting.add_listener
def judge(environment, **_):
    total = environment.stats.total
    p95 = total.get_response_time_percentile(0.95) or 0
    print(f"{total.num_requests} requests, {total.num_failures} failures, p95 {p95:.0f} ms")
    is_passed = total.num_requests > 0 and total.num_failures == 0 and p95 <= MAX_P95
    environment.process_exit_code = 0 if is_passed else 1
