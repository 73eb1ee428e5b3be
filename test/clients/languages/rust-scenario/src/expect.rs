//! Expectations of responses.

use serde_json::Value;

use crate::Response;

const REASONS: [(u16, &str); 4] = [(400, "Bad Request"), (401, "Unauthorized"), (403, "Forbidden"), (404, "Not Found")];

/// Expects a response with this status, and returns its body.
#[track_caller]
pub fn expect(status: u16, response: Response) -> Value {
    assert_eq!(response.0, status, "{}", response.1);
    response.1
}

/// Expects an error with this status, and returns its body.
#[track_caller]
pub fn expect_error(status: u16, response: Response) -> Value {
    let error = expect(status, response);
    assert_eq!(error["status"], status);
    assert!(REASONS.contains(&(status, text(&error["error"]))), "{error}");
    expect_moment(&error["timestamp"]);
    let path = text(&error["path"]);
    assert!(["/api/", "/boards", "/classes"].iter().any(|start| path.starts_with(start)), "{path}");
    error
}

/// Expects a timestamp in UTC with whole seconds.
#[track_caller]
pub fn expect_moment(value: &Value) {
    let fits = |(given, expected): (char, char)| given == expected || expected == '0' && given.is_ascii_digit();
    let form = "0000-00-00T00:00:00Z";
    let given = text(value);
    assert!(given.len() == form.len() && given.chars().zip(form.chars()).all(fits), "{given}");
}

/// Returns a copy of an object with these members replaced.
pub fn with(object: &Value, members: Value) -> Value {
    let mut copy = object.clone();
    for (name, value) in members.as_object().unwrap() {
        copy[name] = value.clone();
    }
    copy
}

/// Returns a copy of an object without a member.
pub fn without(object: &Value, member: &str) -> Value {
    let mut copy = object.clone();
    copy.as_object_mut().unwrap().remove(member).unwrap();
    copy
}

/// Returns a member of each object in an array.
pub fn each(array: &Value, member: &str) -> Vec<Value> {
    array.as_array().unwrap().iter().map(|item| item[member].clone()).collect()
}

#[track_caller]
pub fn text(value: &Value) -> &str {
    value.as_str().unwrap()
}

#[track_caller]
pub fn id_of(value: &Value) -> i64 {
    value["id"].as_i64().unwrap()
}
