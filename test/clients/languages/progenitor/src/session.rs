use scenario::{Connect, Response, Session};
use serde_json::Value;

use crate::client::{Client, connect, response, typed};

pub struct Api(Client);

impl Connect for Api {
    fn connect(base_url: &str, token: Option<&str>) -> Self {
        Self(connect(base_url, token))
    }
}

impl Session for Api {
    async fn login(&self, credentials: Value) -> Response {
        response(self.0.login(&typed(credentials)).await)
    }

    async fn refresh(&self, token: Value) -> Response {
        response(self.0.refresh(&typed(token)).await)
    }

    async fn logout(&self) -> Response {
        response(self.0.logout().await)
    }

    async fn get_current_user(&self) -> Response {
        response(self.0.get_current_user().await)
    }
}
