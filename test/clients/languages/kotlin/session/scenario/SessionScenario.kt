package scenario

import client.apis.AuthenticationApi
import client.apis.TasksApi
import client.models.CurrentUser
import client.models.LoginRequest
import client.models.RefreshRequest
import client.models.Session
import kotlin.test.assertEquals
import kotlin.test.assertNotEquals

/** The scenario of test/clients/scenario/session.ts: the board as administrator, then a session from login to logout. */
object SessionScenario {
    @JvmStatic
    fun main(args: Array<String>) {
        workOnBoard(login("admin", "admin123").token)
        useSession()
        println("session")
    }
}

private fun authentication(token: String? = null) = AuthenticationApi(BASE_URL, bearer(token))

private fun tasks(token: String? = null) = TasksApi(BASE_URL, bearer(token))

private fun login(username: String, password: String): Session =
    expectData(200, authentication().loginWithHttpInfo(LoginRequest(username, password)))

private fun useSession() {
    val refused = expectError(401, authentication().loginWithHttpInfo(LoginRequest("user", "wrong")))
    assertEquals("Invalid username or password", refused.message)

    val session = login("user", "user123")
    val token = session.token
    val expected = Session(token, session.refreshToken, Session.Type.Bearer, "user", Session.Role.USER, 3600)
    assertEquals(expected, session)
    assertEquals(
        CurrentUser("user", CurrentUser.Role.ROLE_USER),
        expectData(200, authentication(token).getCurrentUserWithHttpInfo()),
    )
    expectError(403, tasks().getTaskSummaryWithHttpInfo())
    expectData(200, tasks(token).getTaskSummaryWithHttpInfo())
    expectError(403, tasks(token).deleteAllTasksWithHttpInfo())

    val fresh = expectData(200, authentication().refreshWithHttpInfo(RefreshRequest(session.refreshToken)))
    assertNotEquals(session.refreshToken, fresh.refreshToken)
    assertNotEquals(token, fresh.token)
    expectData(200, tasks(fresh.token).getTaskSummaryWithHttpInfo())
    expectError(403, authentication().refreshWithHttpInfo(RefreshRequest(session.refreshToken)))
    expectError(403, tasks(fresh.token).getTaskSummaryWithHttpInfo())

    val last = login("user", "user123")
    val leaving = authentication(last.token)
    assertEquals("Logged out successfully", expectData(200, leaving.logoutWithHttpInfo()).message)
    expectError(403, leaving.getCurrentUserWithHttpInfo())
    expectError(403, tasks(last.token).getTaskSummaryWithHttpInfo())
    expectError(403, authentication().refreshWithHttpInfo(RefreshRequest(last.refreshToken)))
}
