use std::num::NonZeroU64;

use futures_util::TryStreamExt;
use reqwest::multipart::{Form, Part};
use scenario::{Connect, File, Query, Response, Tasks};
use serde_json::{Value, json};

use crate::client::{Client, ClientInfo, ResponseValue, connect, response, typed, types};

pub struct Api(Client);

impl Connect for Api {
    fn connect(base_url: &str, token: Option<&str>) -> Self {
        Self(connect(base_url, token))
    }
}

impl Tasks for Api {
    /// The generated function has its parameters in alphabetical order.
    async fn list_tasks(&self, Query { page, size, status, priority, search, sort, direction }: Query) -> Response {
        let direction = direction.map(|direction| typed(json!(direction)));
        let priority = priority.map(|priority| typed(json!(priority)));
        let search = search.map(|search| typed::<types::ListTasksSearch>(json!(search)));
        let size = size.map(|size| NonZeroU64::new(size as u64).unwrap());
        let sort = sort.map(|sort| typed(json!(sort)));
        let status = status.map(|status| typed(json!(status)));
        response(self.0.list_tasks(direction, page, priority, search.as_ref(), size, sort, status).await)
    }

    async fn get_task_summary(&self) -> Response {
        response(self.0.get_task_summary().await)
    }

    async fn get_task(&self, id: i64) -> Response {
        response(self.0.get_task(positive(id)).await)
    }

    async fn create_task(&self, task: Value) -> Response {
        response(self.0.create_task(&typed(task)).await)
    }

    async fn replace_task(&self, id: i64, task: Value) -> Response {
        response(self.0.replace_task(positive(id), &typed(task)).await)
    }

    async fn delete_task(&self, id: i64) -> Response {
        response(self.0.delete_task(positive(id)).await)
    }

    async fn delete_all_tasks(&self) -> Response {
        response(self.0.delete_all_tasks().await)
    }

    async fn reorder_task(&self, id: i64, target: Value) -> Response {
        response(self.0.reorder_task(positive(id), &typed(target)).await)
    }

    async fn create_comment(&self, id: i64, comment: Value) -> Response {
        response(self.0.create_comment(positive(id), &typed(comment)).await)
    }

    async fn update_comment(&self, id: i64, comment_id: i64, comment: Value) -> Response {
        response(self.0.update_comment(positive(id), positive(comment_id), &typed(comment)).await)
    }

    async fn delete_comment(&self, id: i64, comment_id: i64) -> Response {
        response(self.0.delete_comment(positive(id), positive(comment_id)).await)
    }

    /// The document for progenitor has no uploads, so that the HTTP client of the generated client sends the form.
    async fn upload_attachments(&self, id: i64, files: &[File]) -> Response {
        let form = files.iter().fold(Form::new(), |form, File { name, media_type, bytes }| {
            let part = Part::bytes(bytes.clone()).file_name(*name).mime_str(media_type).unwrap();
            form.part("files", part)
        });
        let url = format!("{}/tasks/{id}/attachments", self.0.baseurl());
        let sent = self.0.client().post(url).multipart(form).send().await.unwrap();
        let created = ResponseValue::<Vec<types::Attachment>>::from_response::<types::ErrorResponse>(sent).await;
        response(created)
    }

    async fn download_attachment(&self, id: i64, attachment_id: i64) -> (u16, Vec<u8>) {
        let download = self.0.download_attachment(positive(id), positive(attachment_id)).await.unwrap();
        let status = download.status().as_u16();
        let chunks: Vec<bytes::Bytes> = download.into_inner_stream().try_collect().await.unwrap();
        (status, chunks.concat())
    }

    async fn delete_attachment(&self, id: i64, attachment_id: i64) -> Response {
        response(self.0.delete_attachment(positive(id), positive(attachment_id)).await)
    }
}

fn positive(id: i64) -> NonZeroU64 {
    NonZeroU64::new(id as u64).unwrap()
}
