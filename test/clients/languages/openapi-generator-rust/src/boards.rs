use client::apis::configuration::Configuration;
use client::apis::{boards_api, classes_api, faults_api, snapshots_api};
use scenario::{Boards, Connect, Response};
use serde_json::Value;

use crate::client::{connect, response, typed};

pub struct Api(Configuration);

impl Connect for Api {
    fn connect(base_url: &str, token: Option<&str>) -> Self {
        Self(connect(base_url, token))
    }
}

impl Boards for Api {
    async fn create_board(&self, board: Value) -> Response {
        response(boards_api::create_board(&self.0, Some(typed(board))).await)
    }

    async fn create_boards(&self, boards: Value) -> Response {
        response(boards_api::create_boards(&self.0, typed(boards)).await)
    }

    async fn get_board(&self, id: &str) -> Response {
        response(boards_api::get_board(&self.0, id).await)
    }

    async fn delete_board(&self, id: &str) -> Response {
        response(boards_api::delete_board(&self.0, id).await)
    }

    async fn reset_board(&self, id: &str, content: Value) -> Response {
        response(boards_api::reset_board(&self.0, id, Some(typed(content))).await)
    }

    async fn get_faults(&self, id: &str) -> Response {
        response(faults_api::get_faults(&self.0, id).await)
    }

    async fn replace_faults(&self, id: &str, faults: Value) -> Response {
        response(faults_api::replace_faults(&self.0, id, typed(faults)).await)
    }

    async fn get_snapshot(&self, id: &str) -> Response {
        response(snapshots_api::get_snapshot(&self.0, id).await)
    }

    async fn load_snapshot(&self, id: &str, snapshot: Value) -> Response {
        response(snapshots_api::load_snapshot(&self.0, id, typed(snapshot)).await)
    }

    async fn create_class(&self, class: Value) -> Response {
        response(classes_api::create_class(&self.0, typed(class)).await)
    }

    async fn get_class(&self, id: &str) -> Response {
        response(classes_api::get_class(&self.0, id).await)
    }

    async fn delete_class(&self, id: &str) -> Response {
        response(classes_api::delete_class(&self.0, id).await)
    }
}
