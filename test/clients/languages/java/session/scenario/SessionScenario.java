package scenario;

import static org.assertj.core.api.Assertions.assertThat;

import client.api.AuthenticationApi;
import client.api.TasksApi;
import client.model.CurrentUser;
import client.model.ErrorResponse;
import client.model.LoginRequest;
import client.model.LogoutConfirmation;
import client.model.RefreshRequest;
import client.model.RefreshedSession;
import client.model.Session;

/** The scenario of test/clients/scenario/session.ts: the board as administrator, then a session from login to logout. */
public final class SessionScenario {
    private static final String BASE_URL = System.getenv("BASE_URL");

    private SessionScenario() {}

    public static void main(String[] args) throws Exception {
        String token = login("admin", "admin123").getToken();
        new TaskScenario(Tool.connect(BASE_URL, token)).run();
        useSession();
        System.out.println("session");
    }

    private static AuthenticationApi authentication(String token) {
        return new AuthenticationApi(Tool.connect(BASE_URL, token));
    }

    private static TasksApi tasks(String token) {
        return new TasksApi(Tool.connect(BASE_URL, token));
    }

    private static LoginRequest credentials(String username, String password) {
        return new LoginRequest().username(username).password(password);
    }

    private static Session login(String username, String password) throws Exception {
        return Expect.data(200, () -> authentication(null).loginWithHttpInfo(credentials(username, password)));
    }

    private static void useSession() throws Exception {
        AuthenticationApi anonymous = authentication(null);
        ErrorResponse refused = Expect.error(401, () -> anonymous.loginWithHttpInfo(credentials("user", "wrong")));
        assertThat(refused.getMessage()).isEqualTo("Invalid username or password");

        Session session = login("user", "user123");
        String token = session.getToken();
        assertThat(session.getType().toString()).isEqualTo("Bearer");
        assertThat(session.getUsername()).isEqualTo("user");
        assertThat(session.getRole().toString()).isEqualTo("USER");
        assertThat(session.getExpiresIn()).isEqualTo(3600);
        CurrentUser user = Expect.data(200, () -> authentication(token).getCurrentUserWithHttpInfo());
        assertThat(user.getUsername()).isEqualTo("user");
        assertThat(user.getRole().toString()).isEqualTo("ROLE_USER");
        Expect.error(403, () -> tasks(null).getTaskSummaryWithHttpInfo());
        Expect.data(200, () -> tasks(token).getTaskSummaryWithHttpInfo());
        Expect.error(403, () -> tasks(token).deleteAllTasksWithHttpInfo());

        RefreshRequest old = new RefreshRequest().refreshToken(session.getRefreshToken());
        RefreshedSession fresh = Expect.data(200, () -> anonymous.refreshWithHttpInfo(old));
        assertThat(fresh.getRefreshToken()).isNotEqualTo(session.getRefreshToken());
        assertThat(fresh.getToken()).isNotEqualTo(token);
        Expect.data(200, () -> tasks(fresh.getToken()).getTaskSummaryWithHttpInfo());
        Expect.error(403, () -> anonymous.refreshWithHttpInfo(old));
        Expect.error(403, () -> tasks(fresh.getToken()).getTaskSummaryWithHttpInfo());

        Session last = login("user", "user123");
        AuthenticationApi leaving = authentication(last.getToken());
        LogoutConfirmation logout = Expect.data(200, leaving::logoutWithHttpInfo);
        assertThat(logout.getMessage()).isEqualTo("Logged out successfully");
        Expect.error(403, leaving::getCurrentUserWithHttpInfo);
        Expect.error(403, () -> tasks(last.getToken()).getTaskSummaryWithHttpInfo());
        RefreshRequest ended = new RefreshRequest().refreshToken(last.getRefreshToken());
        Expect.error(403, () -> anonymous.refreshWithHttpInfo(ended));
    }
}
