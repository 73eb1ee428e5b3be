"""Goes through a session of v2 from login to logout, as test/clients/scenario/session.ts does."""

from typing import Any

from board import work_on_board
from expect import check, expect, expect_error


def work_as_administrator(connect: Any, connect_session: Any, base_url: str) -> None:
    """Uses all operations on tasks with the access token of an administrator."""
    session = expect(200, connect_session(base_url).login({"username": "admin", "password": "admin123"}))
    work_on_board(connect(base_url, session["token"]))


def use_session(connect: Any, connect_session: Any, base_url: str) -> None:
    anonymous = connect_session(base_url)
    refused = expect_error(401, anonymous.login({"username": "user", "password": "wrong"}))
    check.assertEqual(refused["message"], "Invalid username or password")

    session = expect(200, anonymous.login({"username": "user", "password": "user123"}))
    token, refresh_token = session.pop("token"), session.pop("refreshToken")
    check.assertEqual(session, {"type": "Bearer", "username": "user", "role": "USER", "expiresIn": 3600})
    user = connect(base_url, token)
    check.assertEqual(
        expect(200, connect_session(base_url, token).get_current_user()), {"username": "user", "role": "ROLE_USER"}
    )
    expect_error(403, connect(base_url).get_task_summary())
    expect(200, user.get_task_summary())
    expect_error(403, user.delete_all_tasks())

    fresh = expect(200, anonymous.refresh({"refreshToken": refresh_token}))
    check.assertNotEqual(fresh["refreshToken"], refresh_token)
    check.assertNotEqual(fresh["token"], token)
    expect(200, connect(base_url, fresh["token"]).get_task_summary())
    expect_error(403, anonymous.refresh({"refreshToken": refresh_token}))
    expect_error(403, connect(base_url, fresh["token"]).get_task_summary())

    last = expect(200, anonymous.login({"username": "user", "password": "user123"}))
    leaving = connect_session(base_url, last["token"])
    check.assertEqual(expect(200, leaving.logout()), {"message": "Logged out successfully"})
    expect_error(403, leaving.get_current_user())
    expect_error(403, connect(base_url, last["token"]).get_task_summary())
    expect_error(403, anonymous.refresh({"refreshToken": last["refreshToken"]}))
