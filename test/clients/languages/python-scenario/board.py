"""Uses all operations on tasks, as test/clients/scenario/board.ts does."""

from typing import Any

from expect import MOMENT, check, expect, expect_error

FULL = {
    "title": "Crème brûlée",
    "description": 'For "twelve" & more <guests>',
    "status": "IN_PROGRESS",
    "priority": "URGENT",
    "dueDate": "2026-04-30",
    "labels": ["kitchen", "Nachtisch", "kitchen"],
    "checklistItems": [{"text": "Eggs", "done": True}, {"text": "Sugar", "done": False}],
}
NULLS = {
    "title": "Nothing but nulls",
    "description": None,
    "status": "TODO",
    "priority": None,
    "dueDate": None,
    "labels": None,
    "checklistItems": [{"text": "Not done", "done": None}],
}
# The name, the media type and the bytes of each file. The second is valid JSON with a byte order mark that changes when
# it is parsed and serialized again.
FILES = [
    ("all-bytes.bin", "application/octet-stream", bytes(range(256))),
    ("Übersicht 任务 🗂.json", "application/json", '\ufeff{ "amount" : 1.0,\r\n "amount":2 }\n'.encode()),
]


def work_on_board(client: Any) -> None:
    """Begins and ends with an empty board."""
    expect(204, client.delete_all_tasks())
    full, nulls = create_tasks(client)
    read_tasks(client, full, nulls)
    discuss(client, full["id"])
    attach(client, full["id"])
    send_back(client, full["id"])
    move(client, full["id"])
    check_errors(client, full["id"])
    expect(204, client.delete_task(full["id"]))
    expect_error(404, client.get_task(full["id"]))
    expect(204, client.delete_all_tasks())


def create_tasks(client: Any) -> tuple[dict[str, Any], dict[str, Any]]:
    full = expect(201, client.create_task(FULL))
    check.assertGreater(full["id"], 0)
    check.assertRegex(full["createdAt"], MOMENT)
    items = full["checklistItems"]
    check.assertNotEqual(items[0]["id"], items[1]["id"])
    check.assertEqual(
        full,
        FULL
        | {
            "id": full["id"],
            "sortOrder": 0,
            "checklistItems": [
                {"id": item["id"]} | given for item, given in zip(items, FULL["checklistItems"], strict=True)
            ],
            "comments": [],
            "attachments": [],
            "createdAt": full["createdAt"],
            "updatedAt": full["createdAt"],
        },
    )

    nulls = expect(201, client.create_task(NULLS))
    check.assertEqual(
        nulls,
        {
            "id": nulls["id"],
            "title": "Nothing but nulls",
            "description": None,
            "status": "TODO",
            "priority": "MEDIUM",
            "dueDate": None,
            "sortOrder": 0,
            "labels": [],
            "checklistItems": [{"id": nulls["checklistItems"][0]["id"], "text": "Not done", "done": False}],
            "comments": [],
            "attachments": [],
            "createdAt": nulls["createdAt"],
            "updatedAt": nulls["updatedAt"],
        },
    )

    minimal = expect(201, client.create_task({"title": "a", "status": "TODO"}))
    fields = ["description", "priority", "dueDate", "labels", "checklistItems", "sortOrder"]
    check.assertEqual([minimal[field] for field in fields], [None, "MEDIUM", None, [], [], 1])
    return full, nulls


def read_tasks(client: Any, full: dict[str, Any], nulls: dict[str, Any]) -> None:
    check.assertEqual(expect(200, client.get_task(full["id"])), full)
    check.assertEqual(expect(200, client.get_task(nulls["id"])), nulls)

    page = expect(200, client.list_tasks(page=1, size=2, sort="title", direction="asc"))
    check.assertEqual([task["title"] for task in page.pop("content")], ["a"])
    check.assertEqual(page, {"totalElements": 3, "totalPages": 2, "currentPage": 1, "pageSize": 2})
    first_page = expect(200, client.list_tasks())
    check.assertEqual(first_page["pageSize"], 20)
    check.assertEqual(first_page["content"][:2], [full, nulls])

    found = [full["id"]]
    for search, ids in {"CRÈME BRÛLÉE": found, "nachtISCH": found, '"twelve" & more <': found, "%": []}.items():
        page = expect(200, client.list_tasks(search=search))
        check.assertEqual([task["id"] for task in page["content"]], ids, search)
    filtered = expect(200, client.list_tasks(status="TODO", priority="MEDIUM", sort="sortOrder", direction="desc"))
    check.assertEqual([task["title"] for task in filtered["content"]], ["a", "Nothing but nulls"])

    summary = {"totalTasks": 3, "todoTasks": 2, "inProgressTasks": 1, "doneTasks": 0}
    check.assertEqual(expect(200, client.get_task_summary()), summary)


def discuss(client: Any, id: int) -> None:
    first = expect(201, client.create_comment(id, {"text": "Zuerst — 先に 🍮"}))
    check.assertEqual(first["text"], "Zuerst — 先に 🍮")
    check.assertRegex(first["createdAt"], MOMENT)
    check.assertEqual(first["updatedAt"], first["createdAt"])
    second = expect(201, client.create_comment(id, {"text": "Then"}))
    changed = expect(200, client.update_comment(id, second["id"], {"text": "After that"}))
    check.assertEqual(changed, second | {"text": "After that", "updatedAt": changed["updatedAt"]})
    check.assertEqual(expect(200, client.get_task(id))["comments"], [first, changed])
    expect(204, client.delete_comment(id, second["id"]))
    check.assertEqual(expect(200, client.get_task(id))["comments"], [first])


def attach(client: Any, id: int) -> None:
    attachments = expect(201, client.upload_attachments(id, FILES))
    check.assertEqual(
        attachments,
        [
            attachment | {"fileName": name, "contentType": media_type, "fileSizeBytes": len(data)}
            for attachment, (name, media_type, data) in zip(attachments, FILES, strict=True)
        ],
    )
    first, second = attachments
    check.assertRegex(first["uploadedAt"], MOMENT)
    check.assertEqual(expect(200, client.download_attachment(id, first["id"])), FILES[0][2])
    check.assertEqual(expect(200, client.download_attachment(id, second["id"])), FILES[1][2])
    expect(204, client.delete_attachment(id, first["id"]))
    check.assertEqual(expect(200, client.get_task(id))["attachments"], [second])


def send_back(client: Any, id: int) -> None:
    before = expect(200, client.get_task(id))
    after = expect(200, client.replace_task(id, before))
    check.assertEqual(after, before | {"updatedAt": after["updatedAt"]})
    check.assertEqual(len(after["comments"] + after["attachments"]), 2)


def move(client: Any, id: int) -> None:
    before = expect(200, client.get_task(id))
    moved = expect(200, client.reorder_task(id, {"targetStatus": "TODO", "targetIndex": 1}))
    changes = {"status": "TODO", "sortOrder": 1, "updatedAt": moved["updatedAt"]}
    without = {key: value for key, value in before.items() if key != "attachments"}
    check.assertEqual(moved, without | changes | {"checklistItems": [], "comments": []})
    check.assertEqual(expect(200, client.get_task(id)), before | changes)


def check_errors(client: Any, id: int) -> None:
    invalid = expect_error(400, client.create_task({"title": "", "status": "DONE", "labels": [" "]}))
    check.assertEqual(invalid["message"], "Validation failed")
    check.assertEqual(sorted(invalid["errors"]), ["labels[0]", "title"])
    check.assertEqual(invalid["errors"]["title"], "Title is required and must be between 1 and 100 characters")

    unknown = id + 1_000_000
    missing = expect_error(404, client.get_task(unknown))
    check.assertEqual(missing["message"], f"Task not found with id: {unknown}")
    check.assertNotIn("errors", missing)
    expect_error(404, client.replace_task(unknown, {"title": "a", "status": "TODO"}))
    expect_error(404, client.delete_comment(id, unknown))
