package session

import (
	"context"
	"net/http"
	"os"
	"testing"

	"example.com/scenario/client"
	"example.com/scenario/tasks"
	"github.com/stretchr/testify/require"
)

// token is an access token.
type token string

func (t token) BearerAuth(context.Context, client.OperationName) (client.BearerAuth, error) {
	return client.BearerAuth{Token: string(t)}, nil
}

func connect(t *testing.T, accessToken string) *client.Client {
	api, err := client.NewClient(os.Getenv("BASE_URL"), token(accessToken))
	require.NoError(t, err)
	return api
}

// withoutToken removes the header that ogen sends with every operation that requires a token.
func withoutToken(request *http.Request) error {
	request.Header.Del("Authorization")
	return nil
}

func logIn(t *testing.T, username, password string) client.Session {
	return tasks.Expect[*client.SessionHeaders](t)(connect(t, "").Login(t.Context(),
		&client.LoginRequest{Username: username, Password: password})).Response
}

func expectSummary(t *testing.T, accessToken string) {
	t.Helper()
	tasks.Expect[*client.TaskSummary](t)(connect(t, accessToken).GetTaskSummary(t.Context()))
}

func expectNoSummary(t *testing.T, accessToken string, options ...client.RequestOption) {
	t.Helper()
	forbidden := tasks.Expect[*client.GetTaskSummaryForbidden](t)(
		connect(t, accessToken).GetTaskSummary(t.Context(), options...))
	tasks.ExpectError(t, 403, client.ErrorResponse(*forbidden))
}

func expectRefusedRefresh(t *testing.T, refreshToken string) {
	t.Helper()
	forbidden := tasks.Expect[*client.ForbiddenOfRefreshHeaders](t)(connect(t, "").Refresh(t.Context(),
		&client.RefreshRequest{RefreshToken: refreshToken}))
	tasks.ExpectError(t, 403, forbidden.Response)
}

func TestTasksAsAdministrator(t *testing.T) {
	tasks.Work(t, connect(t, logIn(t, "admin", "admin123").Token))
}

// TestSession goes through a session from login to logout, including refused requests.
func TestSession(t *testing.T) {
	refused := tasks.Expect[*client.UnauthorizedHeaders](t)(connect(t, "").Login(t.Context(),
		&client.LoginRequest{Username: "user", Password: "wrong"}))
	tasks.ExpectError(t, 401, refused.Response)
	require.Equal(t, "Invalid username or password", refused.Response.Message)

	session := logIn(t, "user", "user123")
	require.Equal(t, client.Session{
		Token:        session.Token,
		RefreshToken: session.RefreshToken,
		Type:         client.SessionTypeBearer,
		Username:     "user",
		Role:         client.SessionRoleUSER,
		ExpiresIn:    3600,
	}, session)
	me := tasks.Expect[*client.CurrentUserHeaders](t)(connect(t, session.Token).GetCurrentUser(t.Context()))
	require.Equal(t, client.CurrentUser{Username: "user", Role: client.CurrentUserRoleROLEUSER}, me.Response)
	expectNoSummary(t, "", client.WithEditRequest(withoutToken))
	expectSummary(t, session.Token)
	forbidden := tasks.Expect[*client.DeleteAllTasksForbidden](t)(connect(t, session.Token).DeleteAllTasks(t.Context()))
	tasks.ExpectError(t, 403, client.ErrorResponse(*forbidden))

	fresh := tasks.Expect[*client.RefreshedSessionHeaders](t)(connect(t, "").Refresh(t.Context(),
		&client.RefreshRequest{RefreshToken: session.RefreshToken})).Response
	require.NotEqual(t, session.RefreshToken, fresh.RefreshToken)
	require.NotEqual(t, session.Token, fresh.Token)
	expectSummary(t, fresh.Token)
	expectRefusedRefresh(t, session.RefreshToken)
	expectNoSummary(t, fresh.Token)

	last := logIn(t, "user", "user123")
	logout := tasks.Expect[*client.LogoutConfirmationHeaders](t)(connect(t, last.Token).Logout(t.Context()))
	require.Equal(t, client.LogoutConfirmation{Message: "Logged out successfully"}, logout.Response)
	loggedOut := tasks.Expect[*client.ForbiddenHeaders](t)(connect(t, last.Token).GetCurrentUser(t.Context()))
	tasks.ExpectError(t, 403, loggedOut.Response)
	expectNoSummary(t, last.Token)
	expectRefusedRefresh(t, last.RefreshToken)
}
