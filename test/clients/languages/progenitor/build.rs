//! Generates the client from openapi.json.

use std::path::Path;
use std::{env, fs};

use serde_json::Value;

fn main() {
    println!("cargo::rerun-if-changed=openapi.json");
    let mut document: Value = serde_json::from_slice(&fs::read("openapi.json").unwrap()).unwrap();
    remove_uploads(&mut document);
    remove_limits(&mut document["components"]["schemas"]);
    let document = serde_json::from_value(document).unwrap();
    let tokens = progenitor::Generator::default().generate_tokens(&document).unwrap();
    let code = prettyplease::unparse(&syn::parse2(tokens).unwrap());
    fs::write(Path::new(&env::var("OUT_DIR").unwrap()).join("client.rs"), code).unwrap();
}

/// progenitor cannot generate operations with `multipart/form-data`, and fails.
fn remove_uploads(document: &mut Value) {
    for path in document["paths"].as_object_mut().unwrap().values_mut() {
        path.as_object_mut()
            .unwrap()
            .retain(|_, operation| operation["requestBody"]["content"].get("multipart/form-data").is_none());
    }
}

/// With these limits, progenitor creates types that cannot hold an invalid text, so that no request could test an error.
fn remove_limits(value: &mut Value) {
    match value {
        Value::Object(members) => {
            for limit in ["minLength", "maxLength", "pattern"] {
                members.remove(limit);
            }
            members.values_mut().for_each(remove_limits);
        }
        Value::Array(items) => items.iter_mut().for_each(remove_limits),
        _ => {}
    }
}
