//! Turns the results of generated functions into JSON.

use std::fmt::Debug;

use client::apis::configuration::Configuration;
use client::apis::{Error, ResponseContent};
use scenario::Response;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

pub fn connect(base_url: &str, token: Option<&str>) -> Configuration {
    Configuration {
        base_path: base_url.to_owned(),
        bearer_access_token: token.map(str::to_owned),
        ..Configuration::default()
    }
}

/// Returns the status and the decoded body of a result.
pub fn response<T, E>(result: Result<ResponseContent<T>, Error<E>>) -> Response
where
    T: Serialize + Debug,
    E: Serialize + Debug,
{
    match result {
        Ok(ResponseContent { status, entity, .. }) => (status.as_u16(), decoded(entity)),
        Err(Error::ResponseError(ResponseContent { status, entity, .. })) => (status.as_u16(), decoded(entity)),
        Err(error) => panic!("{error}"),
    }
}

/// A body that has none of the documented types becomes `UnknownValue`, without an error.
fn decoded<T: Serialize + Debug>(entity: Option<T>) -> Value {
    assert!(!format!("{entity:?}").starts_with("Some(UnknownValue"), "{entity:?}");
    serde_json::to_value(entity).unwrap()
}

/// Returns JSON as a generated type.
pub fn typed<T: DeserializeOwned>(json: Value) -> T {
    serde_json::from_value(json).unwrap()
}
