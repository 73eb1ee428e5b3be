//! Goes through a session of v2 from login to logout, as test/clients/scenario/session.ts does.

use serde_json::json;

use crate::expect::{expect, expect_error, text, with};
use crate::{Session, Tasks, work_on_board};

/// Uses all operations on tasks with the access token of an administrator.
pub async fn work_as_administrator<T: Tasks, S: Session>(base_url: &str) {
    let login = S::connect(base_url, None).login(json!({ "username": "admin", "password": "admin123" })).await;
    work_on_board(&T::connect(base_url, Some(text(&expect(200, login)["token"])))).await;
}

pub async fn use_session<T: Tasks, S: Session>(base_url: &str) {
    let anonymous = S::connect(base_url, None);
    let user = json!({ "username": "user", "password": "user123" });
    let summary = async |token: Option<&str>| T::connect(base_url, token).get_task_summary().await;
    let refused = expect_error(401, anonymous.login(with(&user, json!({ "password": "wrong" }))).await);
    assert_eq!(refused["message"], "Invalid username or password");

    let login = expect(200, anonymous.login(user.clone()).await);
    let (token, refresh) = (text(&login["token"]), json!({ "refreshToken": login["refreshToken"] }));
    let fixed = json!({ "type": "Bearer", "username": "user", "role": "USER", "expiresIn": 3600 });
    assert_eq!(login, with(&with(&fixed, refresh.clone()), json!({ "token": token })));
    assert_eq!(
        expect(200, S::connect(base_url, Some(token)).get_current_user().await),
        json!({ "username": "user", "role": "ROLE_USER" })
    );
    expect_error(403, summary(None).await);
    expect(200, summary(Some(token)).await);
    expect_error(403, T::connect(base_url, Some(token)).delete_all_tasks().await);

    let fresh = expect(200, anonymous.refresh(refresh.clone()).await);
    assert_ne!(fresh["refreshToken"], login["refreshToken"]);
    assert_ne!(fresh["token"], token);
    expect(200, summary(Some(text(&fresh["token"]))).await);
    expect_error(403, anonymous.refresh(refresh).await);
    expect_error(403, summary(Some(text(&fresh["token"]))).await);

    let last = expect(200, anonymous.login(user).await);
    let token = Some(text(&last["token"]));
    let leaving = S::connect(base_url, token);
    assert_eq!(expect(200, leaving.logout().await), json!({ "message": "Logged out successfully" }));
    expect_error(403, leaving.get_current_user().await);
    expect_error(403, summary(token).await);
    expect_error(403, anonymous.refresh(json!({ "refreshToken": last["refreshToken"] })).await);
}
