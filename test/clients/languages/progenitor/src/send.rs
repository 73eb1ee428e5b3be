use std::fmt::Debug;

use reqwest::header::{AUTHORIZATION, HeaderMap};
use serde::Serialize;

use crate::{Call, Reply};

include!(concat!(env!("OUT_DIR"), "/client.rs"));

/// Calls the method of an operation. The generated client has no parameter for a token, so that the HTTP client sends it.
pub async fn send(base_url: &str, call: &Call) -> Reply {
    let mut headers = HeaderMap::new();
    if let Some(token) = &call.token {
        headers.insert(AUTHORIZATION, format!("Bearer {token}").parse().unwrap());
    }
    let http = reqwest::Client::builder().default_headers(headers).build().unwrap();
    operate(&Client::new_with_client(base_url, http), call).await
}

#[cfg(not(feature = "boards"))]
async fn operate(to: &Client, call: &Call) -> Reply {
    let id = || call.path(0);
    let child = || call.path(1);
    match call.operation.as_str() {
        "listTasks" => {
            // The generated method has its parameters in alphabetical order.
            let search: Option<types::ListTasksSearch> = call.query("search");
            let (direction, page, priority) = (call.query("direction"), call.query("page"), call.query("priority"));
            let (size, sort, status) = (call.query("size"), call.query("sort"), call.query("status"));
            reply(to.list_tasks(direction, page, priority, search.as_ref(), size, sort, status).await)
        }
        "getTaskSummary" => reply(to.get_task_summary().await),
        "getTask" => reply(to.get_task(id()).await),
        "createTask" => reply(to.create_task(&call.body()).await),
        "replaceTask" => reply(to.replace_task(id(), &call.body()).await),
        "deleteTask" => reply(to.delete_task(id()).await),
        "deleteAllTasks" => reply(to.delete_all_tasks().await),
        "reorderTask" => reply(to.reorder_task(id(), &call.body()).await),
        "createComment" => reply(to.create_comment(id(), &call.body()).await),
        "updateComment" => reply(to.update_comment(id(), child(), &call.body()).await),
        "deleteComment" => reply(to.delete_comment(id(), child()).await),
        "uploadAttachments" => {
            // The document for progenitor has no uploads, so that the HTTP client of the generated client sends the form.
            let mut form = reqwest::multipart::Form::new();
            for file in &call.files {
                let part = reqwest::multipart::Part::bytes(file.content()).file_name(file.name.clone());
                form = form.part("files", part.mime_str(&file.media_type).unwrap());
            }
            let url = format!("{}/tasks/{}/attachments", to.baseurl(), call.path::<i64>(0));
            let sent = to.client().post(url).multipart(form).send().await.unwrap();
            reply(ResponseValue::<Vec<types::Attachment>>::from_response::<types::ErrorResponse>(sent).await)
        }
        "downloadAttachment" => {
            use futures_util::TryStreamExt;
            let download = to.download_attachment(id(), child()).await.unwrap();
            let status = download.status().as_u16();
            let chunks: Vec<bytes::Bytes> = download.into_inner_stream().try_collect().await.unwrap();
            crate::file(status, &chunks.concat())
        }
        "deleteAttachment" => reply(to.delete_attachment(id(), child()).await),
        #[cfg(feature = "v2")]
        "login" => reply(to.login(&call.body()).await),
        #[cfg(feature = "v2")]
        "refresh" => reply(to.refresh(&call.body()).await),
        #[cfg(feature = "v2")]
        "logout" => reply(to.logout().await),
        #[cfg(feature = "v2")]
        "getCurrentUser" => reply(to.get_current_user().await),
        other => panic!("{other}"),
    }
}

#[cfg(feature = "boards")]
async fn operate(to: &Client, call: &Call) -> Reply {
    let id: String = if call.path.is_empty() { String::new() } else { call.path(0) };
    match call.operation.as_str() {
        "createBoard" => reply(to.create_board(&call.body()).await),
        "createBoards" => reply(to.create_boards(&call.body()).await),
        "getBoard" => reply(to.get_board(&id).await),
        "deleteBoard" => reply(to.delete_board(&id).await),
        "resetBoard" => reply(to.reset_board(&id, &call.body()).await),
        "getFaults" => reply(to.get_faults(&id).await),
        "replaceFaults" => reply(to.replace_faults(&id, &call.body()).await),
        "getSnapshot" => reply(to.get_snapshot(&id).await),
        "loadSnapshot" => reply(to.load_snapshot(&id, &call.body()).await),
        "createClass" => reply(to.create_class(&call.body()).await),
        "getClass" => reply(to.get_class(&id).await),
        "deleteClass" => reply(to.delete_class(&id).await),
        other => panic!("{other}"),
    }
}

/// Returns the status and the decoded body of a result.
fn reply<T: Serialize, E: Serialize + Debug>(result: Result<ResponseValue<T>, Error<E>>) -> Reply {
    match result {
        Ok(value) => (value.status().as_u16(), serde_json::to_value(value.into_inner()).unwrap()),
        Err(Error::ErrorResponse(value)) => {
            (value.status().as_u16(), serde_json::to_value(value.into_inner()).unwrap())
        }
        Err(error) => panic!("{error:?}"),
    }
}
