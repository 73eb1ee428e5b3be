use client::apis::authentication_api;
use client::apis::configuration::Configuration;
use scenario::{Connect, Response, Session};
use serde_json::Value;

use crate::client::{connect, response, typed};

pub struct Api(Configuration);

impl Connect for Api {
    fn connect(base_url: &str, token: Option<&str>) -> Self {
        Self(connect(base_url, token))
    }
}

impl Session for Api {
    async fn login(&self, credentials: Value) -> Response {
        response(authentication_api::login(&self.0, typed(credentials)).await)
    }

    async fn refresh(&self, token: Value) -> Response {
        response(authentication_api::refresh(&self.0, typed(token)).await)
    }

    async fn logout(&self) -> Response {
        response(authentication_api::logout(&self.0).await)
    }

    async fn get_current_user(&self) -> Response {
        response(authentication_api::get_current_user(&self.0).await)
    }
}
