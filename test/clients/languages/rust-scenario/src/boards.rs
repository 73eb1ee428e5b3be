//! Creates and manages private boards and a class.

use serde_json::json;

use crate::Boards;
use crate::expect::{each, expect, expect_error, text, with, without};

/// It exceeds 32 bits.
const SEED: i64 = (1 << 32) + 2026;

pub async fn manage_boards<B: Boards>(base_url: &str) {
    let anonymous = B::connect(base_url, None);
    let board = expect(201, anonymous.create_board(json!({ "name": "Ada", "fixture": "demo" })).await);
    let id = text(&board["id"]);
    let owner = B::connect(base_url, Some(text(&board["ownerToken"])));
    assert_eq!(expect(200, owner.get_board(id).await), without(&board, "ownerToken"));
    expect_error(401, anonymous.get_board(id).await);
    let invalid = expect_error(400, anonymous.create_board(json!({ "name": " " })).await);
    assert_eq!(invalid["errors"], json!({ "name": "Name must be between 1 and 100 characters" }));

    let before = expect(200, owner.get_faults(id).await);
    assert_eq!((&before["profile"], &before["disclose"]), (&json!("server"), &json!(false)));
    let faults = json!({ "profile": "stormy", "seed": SEED, "disclose": true });
    let replaced = expect(200, owner.replace_faults(id, faults.clone()).await);
    assert_eq!(replaced, with(&with(&before, faults), json!({ "rates": replaced["rates"] })));
    assert_eq!(expect(200, owner.get_faults(id).await), replaced);

    let snapshot = expect(200, owner.get_snapshot(id).await);
    assert_eq!(each(&snapshot["tasks"], "id").len(), 20);
    assert_eq!(snapshot["faults"]["seed"], SEED);
    expect(204, owner.reset_board(id, json!({})).await);
    let empty = expect(200, owner.get_snapshot(id).await);
    assert_eq!((&empty["tasks"], &empty["faults"]["seed"]), (&json!([]), &json!(SEED)));
    expect(204, owner.load_snapshot(id, snapshot.clone()).await);
    assert_eq!(expect(200, owner.get_snapshot(id).await), snapshot);
    expect(204, owner.delete_board(id).await);
    create_several::<B>(base_url).await;

    let class = json!({
        "name": "Testing APIs",
        "names": ["Ada", "Grace"],
        "fixture": "demo",
        "exercise": { "title": "Find the broken responses", "feedback": "immediate", "faults": { "profile": "stormy" } },
    });
    let class = expect(201, anonymous.create_class(class).await);
    let trainer = B::connect(base_url, Some(text(&class["trainerSecret"])));
    assert_eq!(each(&class["boards"], "name"), ["Ada", "Grace"]);
    let id = text(&class["id"]);
    assert_eq!(expect(200, trainer.get_class(id).await), without(&class, "trainerSecret"));
    expect(204, trainer.delete_class(id).await);
}

async fn create_several<B: Boards>(base_url: &str) {
    let several = json!({ "names": ["Ada", "Grace"], "fixture": "demo" });
    expect_error(401, B::connect(base_url, None).create_boards(several.clone()).await);
    let token = std::env::var("ADMIN_TOKEN").unwrap();
    let created = expect(201, B::connect(base_url, Some(&token)).create_boards(several).await);
    assert_eq!(each(&created["boards"], "name"), ["Ada", "Grace"]);
    for board in created["boards"].as_array().unwrap() {
        let owner = B::connect(base_url, Some(text(&board["ownerToken"])));
        expect(204, owner.delete_board(text(&board["id"])).await);
    }
}
