use std::fmt::Debug;

use client::apis::configuration::Configuration;
use client::apis::{Error, ResponseContent};
use serde::Serialize;

use crate::{Call, Reply};

/// Calls the function of an operation.
pub async fn send(base_url: &str, call: &Call) -> Reply {
    let configuration = Configuration {
        base_path: base_url.to_owned(),
        bearer_access_token: call.token.clone(),
        ..Configuration::default()
    };
    operate(&configuration, call).await
}

#[cfg(not(feature = "boards"))]
async fn operate(to: &Configuration, call: &Call) -> Reply {
    use client::apis::{attachments_api, comments_api, tasks_api};

    let id = || call.path(0);
    let child = || call.path(1);
    match call.operation.as_str() {
        "listTasks" => {
            let text = |name| call.query::<String>(name);
            let (search, sort, direction) = (text("search"), text("sort"), text("direction"));
            let (search, sort, direction) = (search.as_deref(), sort.as_deref(), direction.as_deref());
            let (page, size, status, priority) =
                (call.query("page"), call.query("size"), call.query("status"), call.query("priority"));
            reply(tasks_api::list_tasks(to, page, size, status, priority, search, sort, direction).await)
        }
        "getTaskSummary" => reply(tasks_api::get_task_summary(to).await),
        "getTask" => reply(tasks_api::get_task(to, id()).await),
        "createTask" => reply(tasks_api::create_task(to, call.body()).await),
        "replaceTask" => reply(tasks_api::replace_task(to, id(), call.body()).await),
        "deleteTask" => reply(tasks_api::delete_task(to, id()).await),
        "deleteAllTasks" => reply(tasks_api::delete_all_tasks(to).await),
        "reorderTask" => reply(tasks_api::reorder_task(to, id(), call.body()).await),
        "createComment" => reply(comments_api::create_comment(to, id(), call.body()).await),
        "updateComment" => reply(comments_api::update_comment(to, id(), child(), call.body()).await),
        "deleteComment" => reply(comments_api::delete_comment(to, id(), child()).await),
        "uploadAttachments" => {
            // The generated function reads files from paths, and sends no media type.
            let folder = std::env::temp_dir().join(format!("upload-{}", std::process::id()));
            std::fs::create_dir_all(&folder).unwrap();
            let paths: Vec<_> = call.files.iter().map(|file| folder.join(&file.name)).collect();
            for (file, path) in call.files.iter().zip(&paths) {
                std::fs::write(path, file.content()).unwrap();
            }
            let result = attachments_api::upload_attachments(to, id(), paths).await;
            std::fs::remove_dir_all(folder).unwrap();
            reply(result)
        }
        "downloadAttachment" => {
            let response = attachments_api::download_attachment(to, id(), child()).await.unwrap();
            crate::file(response.status().as_u16(), &response.bytes().await.unwrap())
        }
        "deleteAttachment" => reply(attachments_api::delete_attachment(to, id(), child()).await),
        #[cfg(feature = "v2")]
        "login" => reply(client::apis::authentication_api::login(to, call.body()).await),
        #[cfg(feature = "v2")]
        "refresh" => reply(client::apis::authentication_api::refresh(to, call.body()).await),
        #[cfg(feature = "v2")]
        "logout" => reply(client::apis::authentication_api::logout(to).await),
        #[cfg(feature = "v2")]
        "getCurrentUser" => reply(client::apis::authentication_api::get_current_user(to).await),
        other => panic!("{other}"),
    }
}

#[cfg(feature = "boards")]
async fn operate(to: &Configuration, call: &Call) -> Reply {
    use client::apis::{boards_api, classes_api, faults_api, snapshots_api};

    let id: String = if call.path.is_empty() { String::new() } else { call.path(0) };
    match call.operation.as_str() {
        "createBoard" => reply(boards_api::create_board(to, call.body()).await),
        "createBoards" => reply(boards_api::create_boards(to, call.body()).await),
        "getBoard" => reply(boards_api::get_board(to, &id).await),
        "deleteBoard" => reply(boards_api::delete_board(to, &id).await),
        "resetBoard" => reply(boards_api::reset_board(to, &id, call.body()).await),
        "getFaults" => reply(faults_api::get_faults(to, &id).await),
        "replaceFaults" => reply(faults_api::replace_faults(to, &id, call.body()).await),
        "getSnapshot" => reply(snapshots_api::get_snapshot(to, &id).await),
        "loadSnapshot" => reply(snapshots_api::load_snapshot(to, &id, call.body()).await),
        "createClass" => reply(classes_api::create_class(to, call.body()).await),
        "getClass" => reply(classes_api::get_class(to, &id).await),
        "deleteClass" => reply(classes_api::delete_class(to, &id).await),
        other => panic!("{other}"),
    }
}

/// Returns the status and the decoded body of a result.
fn reply<T: Serialize + Debug, E: Serialize + Debug>(result: Result<ResponseContent<T>, Error<E>>) -> Reply {
    match result {
        Ok(ResponseContent { status, entity, .. }) => (status.as_u16(), decoded(entity)),
        Err(Error::ResponseError(ResponseContent { status, entity, .. })) => (status.as_u16(), decoded(entity)),
        Err(error) => panic!("{error}"),
    }
}

/// A body that has none of the documented types becomes `UnknownValue`, without an error.
fn decoded<T: Serialize + Debug>(entity: Option<T>) -> serde_json::Value {
    assert!(!format!("{entity:?}").starts_with("Some(UnknownValue"), "{entity:?}");
    serde_json::to_value(entity).unwrap()
}
