import pytest


def test_searches_title_description_and_labels(api, word):
    api.create(title=f"In the title: {word}")
    api.create(title="description", description=f"In the {word} description")
    api.create(title="labels", labels=["shop", word])
    api.create(title="nowhere")
    titles = api.titles(search=word.upper(), sort="id")
    assert titles == [f"In the title: {word}", "description", "labels"]


def test_filters_by_status(api, word):
    for status in ("TODO", "DONE"):
        api.create(title=f"{word} {status}", status=status)
    assert api.titles(search=word, status="DONE") == [f"{word} DONE"]
    assert {task["status"] for task in api.get("/tasks", status="DONE").json()["content"]} == {"DONE"}


@pytest.mark.parametrize(("direction", "expected"), [("asc", "abc"), ("desc", "cba")])
def test_sorts_by_title(api, word, direction, expected):
    for letter in "bac":
        api.create(title=f"{letter} {word}")
    titles = api.titles(search=word, sort="title", direction=direction)
    assert [title[0] for title in titles] == list(expected)


def test_splits_a_list_into_pages(api, word):
    for number in range(5):
        api.create(title=f"{word} {number}")
    pages = [
        api.get("/tasks", search=word, sort="title", size=2, page=page).json() for page in range(3)
    ]
    assert [len(page["content"]) for page in pages] == [2, 2, 1]
    titles = [task["title"] for page in pages for task in page["content"]]
    assert titles == [f"{word} {number}" for number in range(5)]
    for number, page in enumerate(pages):
        assert (page["totalElements"], page["totalPages"]) == (5, 3)
        assert (page["currentPage"], page["pageSize"]) == (number, 2)


def test_pages_have_20_tasks_by_default(api, word):
    for number in range(21):
        api.create(title=f"{word} {number}")
    page = api.get("/tasks", search=word).json()
    assert (len(page["content"]), page["totalElements"]) == (20, 21)
    assert len(api.get("/tasks", search=word, size=100).json()["content"]) == 21
