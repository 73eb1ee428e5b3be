//! The generated client, and a function that turns its results into JSON.
#![allow(dead_code)]

use std::fmt::Debug;

use reqwest::header::{AUTHORIZATION, HeaderMap};
use scenario::Response;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

include!(concat!(env!("OUT_DIR"), "/client.rs"));

/// The generated client has no parameter for a token, so that the HTTP client sends it.
pub fn connect(base_url: &str, token: Option<&str>) -> Client {
    let mut headers = HeaderMap::new();
    if let Some(token) = token {
        headers.insert(AUTHORIZATION, format!("Bearer {token}").parse().unwrap());
    }
    let http = reqwest::Client::builder().default_headers(headers).build().unwrap();
    Client::new_with_client(base_url, http)
}

/// Returns the status and the decoded body of a result.
pub fn response<T, E>(result: Result<ResponseValue<T>, Error<E>>) -> Response
where
    T: Serialize,
    E: Serialize + Debug,
{
    match result {
        Ok(value) => (value.status().as_u16(), serde_json::to_value(value.into_inner()).unwrap()),
        Err(Error::ErrorResponse(value)) => {
            (value.status().as_u16(), serde_json::to_value(value.into_inner()).unwrap())
        }
        Err(error) => panic!("{error:?}"),
    }
}

/// Returns JSON as a generated type.
pub fn typed<T: DeserializeOwned>(json: Value) -> T {
    serde_json::from_value(json).unwrap()
}
