use std::fs;

use client::apis::configuration::Configuration;
use client::apis::{attachments_api, comments_api, tasks_api};
use scenario::{Connect, File, Query, Response, Tasks};
use serde_json::{Value, json};

use crate::client::{connect, response, typed};

pub struct Api(Configuration);

impl Connect for Api {
    fn connect(base_url: &str, token: Option<&str>) -> Self {
        Self(connect(base_url, token))
    }
}

impl Tasks for Api {
    /// The generated function reads files from paths, and sends no media type.
    const SENDS_MEDIA_TYPES: bool = false;

    async fn list_tasks(&self, Query { page, size, status, priority, search, sort, direction }: Query) -> Response {
        let status = status.map(|status| typed(json!(status)));
        let priority = priority.map(|priority| typed(json!(priority)));
        response(tasks_api::list_tasks(&self.0, page, size, status, priority, search, sort, direction).await)
    }

    async fn get_task_summary(&self) -> Response {
        response(tasks_api::get_task_summary(&self.0).await)
    }

    async fn get_task(&self, id: i64) -> Response {
        response(tasks_api::get_task(&self.0, id).await)
    }

    async fn create_task(&self, task: Value) -> Response {
        response(tasks_api::create_task(&self.0, typed(task)).await)
    }

    async fn replace_task(&self, id: i64, task: Value) -> Response {
        response(tasks_api::replace_task(&self.0, id, typed(task)).await)
    }

    async fn delete_task(&self, id: i64) -> Response {
        response(tasks_api::delete_task(&self.0, id).await)
    }

    async fn delete_all_tasks(&self) -> Response {
        response(tasks_api::delete_all_tasks(&self.0).await)
    }

    async fn reorder_task(&self, id: i64, target: Value) -> Response {
        response(tasks_api::reorder_task(&self.0, id, typed(target)).await)
    }

    async fn create_comment(&self, id: i64, comment: Value) -> Response {
        response(comments_api::create_comment(&self.0, id, typed(comment)).await)
    }

    async fn update_comment(&self, id: i64, comment_id: i64, comment: Value) -> Response {
        response(comments_api::update_comment(&self.0, id, comment_id, typed(comment)).await)
    }

    async fn delete_comment(&self, id: i64, comment_id: i64) -> Response {
        response(comments_api::delete_comment(&self.0, id, comment_id).await)
    }

    async fn upload_attachments(&self, id: i64, files: &[File]) -> Response {
        let folder = std::env::temp_dir().join(format!("upload-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let paths: Vec<_> = files.iter().map(|file| folder.join(file.name)).collect();
        for (file, path) in files.iter().zip(&paths) {
            fs::write(path, &file.bytes).unwrap();
        }
        let result = attachments_api::upload_attachments(&self.0, id, paths).await;
        fs::remove_dir_all(folder).unwrap();
        response(result)
    }

    async fn download_attachment(&self, id: i64, attachment_id: i64) -> (u16, Vec<u8>) {
        let response = attachments_api::download_attachment(&self.0, id, attachment_id).await.unwrap();
        (response.status().as_u16(), response.bytes().await.unwrap().into())
    }

    async fn delete_attachment(&self, id: i64, attachment_id: i64) -> Response {
        response(attachments_api::delete_attachment(&self.0, id, attachment_id).await)
    }
}
