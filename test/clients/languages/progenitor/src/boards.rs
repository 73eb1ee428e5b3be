use scenario::{Boards, Connect, Response};
use serde_json::Value;

use crate::client::{Client, connect, response, typed};

pub struct Api(Client);

impl Connect for Api {
    fn connect(base_url: &str, token: Option<&str>) -> Self {
        Self(connect(base_url, token))
    }
}

impl Boards for Api {
    async fn create_board(&self, board: Value) -> Response {
        response(self.0.create_board(&typed(board)).await)
    }

    async fn create_boards(&self, boards: Value) -> Response {
        response(self.0.create_boards(&typed(boards)).await)
    }

    async fn get_board(&self, id: &str) -> Response {
        response(self.0.get_board(id).await)
    }

    async fn delete_board(&self, id: &str) -> Response {
        response(self.0.delete_board(id).await)
    }

    async fn reset_board(&self, id: &str, content: Value) -> Response {
        response(self.0.reset_board(id, &typed(content)).await)
    }

    async fn get_faults(&self, id: &str) -> Response {
        response(self.0.get_faults(id).await)
    }

    async fn replace_faults(&self, id: &str, faults: Value) -> Response {
        response(self.0.replace_faults(id, &typed(faults)).await)
    }

    async fn get_snapshot(&self, id: &str) -> Response {
        response(self.0.get_snapshot(id).await)
    }

    async fn load_snapshot(&self, id: &str, snapshot: Value) -> Response {
        response(self.0.load_snapshot(id, &typed(snapshot)).await)
    }

    async fn create_class(&self, class: Value) -> Response {
        response(self.0.create_class(&typed(class)).await)
    }

    async fn get_class(&self, id: &str) -> Response {
        response(self.0.get_class(id).await)
    }

    async fn delete_class(&self, id: &str) -> Response {
        response(self.0.delete_class(id).await)
    }
}
