"""Runs the scenario of a document with the adapters of a client."""

import os

document, base_url = os.environ["DOCUMENT"], os.environ["BASE_URL"]

if document == "boards":
    from adapters.boards import Boards
    from boards import manage_boards

    manage_boards(Boards, base_url)
else:
    from adapters.tasks import Tasks
    from board import work_on_board

    if document == "v2":
        from adapters.session import Session
        from session import use_session, work_as_administrator

        work_as_administrator(Tasks, Session, base_url)
        use_session(Tasks, Session, base_url)
    else:
        work_on_board(Tasks(base_url))
