//! Calls the client for each line of JSON that it reads, and prints the response as a line of JSON (see ../target.ts).
#![allow(dead_code)] // Boards have no query and no files.

mod send;

use base64::prelude::{BASE64_STANDARD, Engine};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value, json};

/// A request.
#[derive(Deserialize)]
pub struct Call {
    operation: String,
    token: Option<String>,
    path: Vec<Value>,
    query: Map<String, Value>,
    #[serde(default)]
    body: Value,
    #[serde(default)]
    files: Vec<File>,
}

/// A file to upload.
#[derive(Deserialize)]
pub struct File {
    name: String,
    #[serde(rename = "type")]
    media_type: String,
    bytes: String,
}

/// The status of a response, and its decoded body as JSON: of the success or of the error.
pub type Reply = (u16, Value);

impl Call {
    /// Returns a parameter of the path as a type of the client.
    pub fn path<T: DeserializeOwned>(&self, index: usize) -> T {
        typed(&self.path[index])
    }

    /// Returns a parameter of the query as a type of the client.
    pub fn query<T: DeserializeOwned>(&self, name: &str) -> Option<T> {
        self.query.get(name).map(typed)
    }

    /// Returns the body as a type of the client.
    pub fn body<T: DeserializeOwned>(&self) -> T {
        typed(&self.body)
    }
}

impl File {
    pub fn content(&self) -> Vec<u8> {
        BASE64_STANDARD.decode(&self.bytes).unwrap()
    }
}

/// Returns the reply of a download.
pub fn file(status: u16, content: &[u8]) -> Reply {
    (status, json!(BASE64_STANDARD.encode(content)))
}

fn typed<T: DeserializeOwned>(json: &Value) -> T {
    serde_json::from_value(json.clone()).unwrap()
}

#[tokio::main]
async fn main() {
    let base_url = std::env::var("BASE_URL").unwrap();
    for line in std::io::stdin().lines() {
        let call: Call = serde_json::from_str(&line.unwrap()).unwrap();
        let (status, body) = send::send(&base_url, &call).await;
        println!("{}", json!({ "status": status, "body": body }));
    }
}
