//! The scenario, and the traits that the adapter of each client implements.
#![allow(async_fn_in_trait)]

mod board;
mod boards;
mod expect;
mod session;

use serde_json::Value;

pub use board::work_on_board;
pub use boards::manage_boards;
pub use session::{use_session, work_as_administrator};

/// The status of a response, and its decoded body as JSON: of the success or of the error.
pub type Response = (u16, Value);

/// A file to upload.
pub struct File {
    pub name: &'static str,
    pub media_type: &'static str,
    pub bytes: Vec<u8>,
}

/// The query of the list of tasks.
#[derive(Default)]
pub struct Query {
    pub page: Option<i64>,
    pub size: Option<i32>,
    pub status: Option<&'static str>,
    pub priority: Option<&'static str>,
    pub search: Option<&'static str>,
    pub sort: Option<&'static str>,
    pub direction: Option<&'static str>,
}

/// Connects to the service with a base URL without a slash at the end, and with a bearer token.
pub trait Connect {
    fn connect(base_url: &str, token: Option<&str>) -> Self;
}

/// The operations that every variant has.
pub trait Tasks: Connect {
    /// Whether an upload sends the media types of files. Without one, the service assumes `application/octet-stream`.
    const SENDS_MEDIA_TYPES: bool = true;

    async fn list_tasks(&self, query: Query) -> Response;
    async fn get_task_summary(&self) -> Response;
    async fn get_task(&self, id: i64) -> Response;
    async fn create_task(&self, task: Value) -> Response;
    async fn replace_task(&self, id: i64, task: Value) -> Response;
    async fn delete_task(&self, id: i64) -> Response;
    async fn delete_all_tasks(&self) -> Response;
    async fn reorder_task(&self, id: i64, target: Value) -> Response;
    async fn create_comment(&self, id: i64, comment: Value) -> Response;
    async fn update_comment(&self, id: i64, comment_id: i64, comment: Value) -> Response;
    async fn delete_comment(&self, id: i64, comment_id: i64) -> Response;
    async fn upload_attachments(&self, id: i64, files: &[File]) -> Response;
    async fn download_attachment(&self, id: i64, attachment_id: i64) -> (u16, Vec<u8>);
    async fn delete_attachment(&self, id: i64, attachment_id: i64) -> Response;
}

/// The operations that only v2 has.
pub trait Session: Connect {
    async fn login(&self, credentials: Value) -> Response;
    async fn refresh(&self, token: Value) -> Response;
    async fn logout(&self) -> Response;
    async fn get_current_user(&self) -> Response;
}

/// Operations on boards and classes.
pub trait Boards: Connect {
    async fn create_board(&self, board: Value) -> Response;
    async fn create_boards(&self, boards: Value) -> Response;
    async fn get_board(&self, id: &str) -> Response;
    async fn delete_board(&self, id: &str) -> Response;
    async fn reset_board(&self, id: &str, content: Value) -> Response;
    async fn get_faults(&self, id: &str) -> Response;
    async fn replace_faults(&self, id: &str, faults: Value) -> Response;
    async fn get_snapshot(&self, id: &str) -> Response;
    async fn load_snapshot(&self, id: &str, snapshot: Value) -> Response;
    async fn create_class(&self, class: Value) -> Response;
    async fn get_class(&self, id: &str) -> Response;
    async fn delete_class(&self, id: &str) -> Response;
}
