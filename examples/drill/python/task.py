"""The task of the drill: creates 20 tasks, moves ten, reads all pages, and reads a task that does not exist."""

import os
import sys

TASKS_URL = os.environ["TASKS_URL"]


def do_task(send):
    """Does the task. A request that fails is reported, and the next one follows.

    send(method, url, json) returns the JSON of the response, or raises if there is none or an error.
    """
    failed = []

    def attempt(method, path, json=None):
        try:
            return send(method, TASKS_URL + path, json)
        except Exception as error:
            failed.append(path)
            print(f"{method} {path}: {error}", file=sys.stderr)
            return {}

    titles = [f"Drill task {number:02}" for number in range(1, 21)]
    ids = [attempt("POST", "/tasks", {"title": title, "status": "TODO"}).get("id") for title in titles]
    for index, id in enumerate(ids[:10]):
        if id is not None:
            status = "IN_PROGRESS" if index < 5 else "DONE"
            attempt("PUT", f"/tasks/{id}", {"title": titles[index], "status": status})
    page, pages = 0, 10
    while page < pages:
        pages = attempt("GET", f"/tasks?page={page}&size=2").get("totalPages", pages)
        page += 1
    attempt("GET", "/tasks/999999")  # This task does not exist, so 404 is right.
    sys.exit(failed != ["/tasks/999999"])
