//! Uses all operations on tasks, as test/clients/scenario/board.ts does.

use serde_json::{Value, json};

use crate::expect::{each, expect, expect_error, expect_moment, id_of, with, without};
use crate::{File, Query, Tasks};

/// Begins and ends with an empty board.
pub async fn work_on_board(client: &impl Tasks) {
    expect(204, client.delete_all_tasks().await);
    let (full, nulls) = create_tasks(client).await;
    let id = id_of(&full);
    read_tasks(client, &full, &nulls).await;
    discuss(client, id).await;
    attach(client, id).await;
    send_back(client, id).await;
    reorder(client, id).await;
    check_errors(client, id).await;
    expect(204, client.delete_task(id).await);
    expect_error(404, client.get_task(id).await);
    expect(204, client.delete_all_tasks().await);
}

async fn create_tasks(client: &impl Tasks) -> (Value, Value) {
    let given = json!({
        "title": "Crème brûlée",
        "description": "For \"twelve\" & more <guests>",
        "status": "IN_PROGRESS",
        "priority": "URGENT",
        "dueDate": "2026-04-30",
        "labels": ["kitchen", "Nachtisch", "kitchen"],
        "checklistItems": [{ "text": "Eggs", "done": true }, { "text": "Sugar", "done": false }],
    });
    let full = expect(201, client.create_task(given.clone()).await);
    assert!(id_of(&full) > 0);
    expect_moment(&full["createdAt"]);
    let ids = each(&full["checklistItems"], "id");
    assert_ne!(ids[0], ids[1]);
    let items: Vec<Value> =
        ids.iter().enumerate().map(|(n, id)| with(&given["checklistItems"][n], json!({ "id": id }))).collect();
    assert_eq!(
        full,
        with(
            &given,
            json!({
                "id": full["id"],
                "sortOrder": 0,
                "checklistItems": items,
                "comments": [],
                "attachments": [],
                "createdAt": full["createdAt"],
                "updatedAt": full["createdAt"],
            })
        )
    );

    let given = json!({
        "title": "Nothing but nulls",
        "description": null,
        "status": "TODO",
        "priority": null,
        "dueDate": null,
        "labels": null,
        "checklistItems": [{ "text": "Not done", "done": null }],
    });
    let nulls = expect(201, client.create_task(given.clone()).await);
    assert_eq!(
        nulls,
        with(
            &given,
            json!({
                "id": nulls["id"],
                "priority": "MEDIUM",
                "sortOrder": 0,
                "labels": [],
                "checklistItems": [{ "id": nulls["checklistItems"][0]["id"], "text": "Not done", "done": false }],
                "comments": [],
                "attachments": [],
                "createdAt": nulls["createdAt"],
                "updatedAt": nulls["updatedAt"],
            })
        )
    );

    let minimal = expect(201, client.create_task(json!({ "title": "a", "status": "TODO" })).await);
    let defaults = json!({
        "description": null,
        "priority": "MEDIUM",
        "dueDate": null,
        "labels": [],
        "checklistItems": [],
        "sortOrder": 1,
    });
    assert_eq!(minimal, with(&minimal, defaults));
    (full, nulls)
}

async fn read_tasks(client: &impl Tasks, full: &Value, nulls: &Value) {
    assert_eq!(&expect(200, client.get_task(id_of(full)).await), full);
    assert_eq!(&expect(200, client.get_task(id_of(nulls)).await), nulls);

    let query = Query { page: Some(1), size: Some(2), sort: Some("title"), direction: Some("asc"), ..Query::default() };
    let page = expect(200, client.list_tasks(query).await);
    assert_eq!(each(&page["content"], "title"), ["a"]);
    assert_eq!(
        without(&page, "content"),
        json!({ "totalElements": 3, "totalPages": 2, "currentPage": 1, "pageSize": 2 })
    );
    let first_page = expect(200, client.list_tasks(Query::default()).await);
    assert_eq!(first_page["pageSize"], 20);
    assert_eq!([&first_page["content"][0], &first_page["content"][1]], [full, nulls]);

    for (search, count) in [("CRÈME BRÛLÉE", 1), ("nachtISCH", 1), ("\"twelve\" & more <", 1), ("%", 0)] {
        let page = expect(200, client.list_tasks(Query { search: Some(search), ..Query::default() }).await);
        assert_eq!(each(&page["content"], "id"), vec![full["id"].clone(); count], "{search}");
    }
    let query = Query {
        status: Some("TODO"),
        priority: Some("MEDIUM"),
        sort: Some("sortOrder"),
        direction: Some("desc"),
        ..Query::default()
    };
    let filtered = expect(200, client.list_tasks(query).await);
    assert_eq!(each(&filtered["content"], "title"), ["a", "Nothing but nulls"]);

    assert_eq!(
        expect(200, client.get_task_summary().await),
        json!({ "totalTasks": 3, "todoTasks": 2, "inProgressTasks": 1, "doneTasks": 0 })
    );
}

async fn discuss(client: &impl Tasks, id: i64) {
    let comments = async || expect(200, client.get_task(id).await)["comments"].clone();
    let first = expect(201, client.create_comment(id, json!({ "text": "Zuerst — 先に 🍮" })).await);
    assert_eq!(first["text"], "Zuerst — 先に 🍮");
    expect_moment(&first["createdAt"]);
    assert_eq!(first["updatedAt"], first["createdAt"]);
    let second = expect(201, client.create_comment(id, json!({ "text": "Then" })).await);
    let changed = client.update_comment(id, id_of(&second), json!({ "text": "After that" })).await;
    let changed = expect(200, changed);
    assert_eq!(changed, with(&second, json!({ "text": "After that", "updatedAt": changed["updatedAt"] })));
    assert_eq!(comments().await, json!([first, changed]));
    expect(204, client.delete_comment(id, id_of(&second)).await);
    assert_eq!(comments().await, json!([first]));
}

async fn attach<T: Tasks>(client: &T, id: i64) {
    // The second file is valid JSON with a byte order mark that changes when it is parsed and serialized again.
    let json = "\u{feff}{ \"amount\" : 1.0,\r\n \"amount\":2 }\n";
    let files = [
        File { name: "all-bytes.bin", media_type: "application/octet-stream", bytes: (0..=255).collect() },
        File { name: "Übersicht 任务 🗂.json", media_type: "application/json", bytes: json.into() },
    ];
    let attachments = expect(201, client.upload_attachments(id, &files).await);
    assert_eq!(attachments.as_array().unwrap().len(), 2);
    for (File { name, media_type, bytes }, attachment) in files.iter().zip(attachments.as_array().unwrap()) {
        let media_type = if T::SENDS_MEDIA_TYPES { media_type } else { "application/octet-stream" };
        let expected = json!({ "fileName": name, "contentType": media_type, "fileSizeBytes": bytes.len() });
        assert_eq!(attachment, &with(attachment, expected));
        expect_moment(&attachment["uploadedAt"]);
        let (status, downloaded) = client.download_attachment(id, id_of(attachment)).await;
        assert_eq!((status, &downloaded), (200, bytes));
    }
    expect(204, client.delete_attachment(id, id_of(&attachments[0])).await);
    assert_eq!(expect(200, client.get_task(id).await)["attachments"], json!([attachments[1]]));
}

async fn send_back(client: &impl Tasks, id: i64) {
    let before = expect(200, client.get_task(id).await);
    let after = expect(200, client.replace_task(id, before.clone()).await);
    assert_eq!(after, with(&before, json!({ "updatedAt": after["updatedAt"] })));
    assert_eq!(each(&after["comments"], "id").len() + each(&after["attachments"], "id").len(), 2);
}

async fn reorder(client: &impl Tasks, id: i64) {
    let before = expect(200, client.get_task(id).await);
    let target = json!({ "targetStatus": "TODO", "targetIndex": 1 });
    let moved = expect(200, client.reorder_task(id, target).await);
    let changed = with(&before, json!({ "status": "TODO", "sortOrder": 1, "updatedAt": moved["updatedAt"] }));
    let empty = json!({ "checklistItems": [], "comments": [] });
    assert_eq!(moved, with(&without(&changed, "attachments"), empty));
    assert_eq!(expect(200, client.get_task(id).await), changed);
}

async fn check_errors(client: &impl Tasks, id: i64) {
    let invalid = json!({ "title": "", "status": "DONE", "labels": [" "] });
    let invalid = expect_error(400, client.create_task(invalid).await);
    assert_eq!(invalid["message"], "Validation failed");
    let mut fields: Vec<_> = invalid["errors"].as_object().unwrap().keys().collect();
    fields.sort();
    assert_eq!(fields, ["labels[0]", "title"]);
    assert_eq!(invalid["errors"]["title"], "Title is required and must be between 1 and 100 characters");

    let unknown = id + 1_000_000;
    let missing = expect_error(404, client.get_task(unknown).await);
    assert_eq!(missing["message"], format!("Task not found with id: {unknown}"));
    assert!(missing.get("errors").is_none());
    expect_error(404, client.replace_task(unknown, json!({ "title": "a", "status": "TODO" })).await);
    expect_error(404, client.delete_comment(id, unknown).await);
}
