"""Creates and manages private boards and a class."""

import os
from typing import Any

from expect import check, expect, expect_error

# It exceeds 32 bits.
SEED = 2**32 + 2026
CLASS = {
    "name": "Testing APIs",
    "names": ["Ada", "Grace"],
    "fixture": "demo",
    "exercise": {"title": "Find the broken responses", "feedback": "immediate", "faults": {"profile": "stormy"}},
}


def manage_boards(connect: Any, base_url: str) -> None:
    anonymous = connect(base_url)
    board = expect(201, anonymous.create_board({"name": "Ada", "fixture": "demo"}))
    id, token = board["id"], board.pop("ownerToken")
    owner = connect(base_url, token)
    check.assertEqual(expect(200, owner.get_board(id)), board)
    expect_error(401, anonymous.get_board(id))
    invalid = expect_error(400, anonymous.create_board({"name": " "}))
    check.assertEqual(invalid["errors"], {"name": "Name must be between 1 and 100 characters"})

    before = expect(200, owner.get_faults(id))
    check.assertEqual([before["profile"], before["disclose"]], ["server", False])
    replaced = expect(200, owner.replace_faults(id, {"profile": "stormy", "seed": SEED, "disclose": True}))
    check.assertEqual(
        replaced, before | {"profile": "stormy", "rates": replaced["rates"], "seed": SEED, "disclose": True}
    )
    check.assertEqual(expect(200, owner.get_faults(id)), replaced)

    snapshot = expect(200, owner.get_snapshot(id))
    check.assertEqual([len(snapshot["tasks"]), snapshot["faults"]["seed"]], [20, SEED])
    expect(204, owner.reset_board(id, {}))
    empty = expect(200, owner.get_snapshot(id))
    check.assertEqual([empty["tasks"], empty["faults"]["seed"]], [[], SEED])
    expect(204, owner.load_snapshot(id, snapshot))
    check.assertEqual(expect(200, owner.get_snapshot(id)), snapshot)
    expect(204, owner.delete_board(id))
    create_several(connect, base_url)

    created = expect(201, anonymous.create_class(CLASS))
    trainer = connect(base_url, created.pop("trainerSecret"))
    check.assertEqual([board["name"] for board in created["boards"]], ["Ada", "Grace"])
    check.assertEqual(expect(200, trainer.get_class(created["id"])), created)
    expect(204, trainer.delete_class(created["id"]))


def create_several(connect: Any, base_url: str) -> None:
    several = {"names": ["Ada", "Grace"], "fixture": "demo"}
    expect_error(401, connect(base_url).create_boards(several))
    administrator = connect(base_url, os.environ["ADMIN_TOKEN"])
    created = expect(201, administrator.create_boards(several))["boards"]
    check.assertEqual([board["name"] for board in created], ["Ada", "Grace"])
    for board in created:
        expect(204, connect(base_url, board["ownerToken"]).delete_board(board["id"]))
