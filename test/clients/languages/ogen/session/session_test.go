package session

import (
	"testing"

	"example.com/scenario/bearer"
	"example.com/scenario/client"
	"example.com/scenario/common"
	"example.com/scenario/tasks"
	"github.com/stretchr/testify/require"
)

func logIn(t *testing.T, username, password string) client.Session {
	return common.Expect[*client.SessionHeaders](t)(bearer.Connect(t, "").Login(t.Context(),
		&client.LoginRequest{Username: username, Password: password})).Response
}

func expectSummary(t *testing.T, accessToken string) {
	t.Helper()
	common.Expect[*client.TaskSummary](t)(bearer.Connect(t, accessToken).GetTaskSummary(t.Context()))
}

func expectNoSummary(t *testing.T, accessToken string, options ...client.RequestOption) {
	t.Helper()
	forbidden := common.Expect[*client.GetTaskSummaryForbidden](t)(
		bearer.Connect(t, accessToken).GetTaskSummary(t.Context(), options...))
	common.ExpectError(t, 403, client.ErrorResponse(*forbidden))
}

func expectRefusedRefresh(t *testing.T, refreshToken string) {
	t.Helper()
	forbidden := common.Expect[*client.ForbiddenOfRefreshHeaders](t)(bearer.Connect(t, "").Refresh(t.Context(),
		&client.RefreshRequest{RefreshToken: refreshToken}))
	common.ExpectError(t, 403, forbidden.Response)
}

func TestTasksAsAdministrator(t *testing.T) {
	tasks.Work(t, bearer.Connect(t, logIn(t, "admin", "admin123").Token))
}

// TestSession goes through a session from login to logout, including refused requests.
func TestSession(t *testing.T) {
	refused := common.Expect[*client.UnauthorizedHeaders](t)(bearer.Connect(t, "").Login(t.Context(),
		&client.LoginRequest{Username: "user", Password: "wrong"}))
	common.ExpectError(t, 401, refused.Response)
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
	me := common.Expect[*client.CurrentUserHeaders](t)(bearer.Connect(t, session.Token).GetCurrentUser(t.Context()))
	require.Equal(t, client.CurrentUser{Username: "user", Role: client.CurrentUserRoleROLEUSER}, me.Response)
	expectNoSummary(t, session.Token, bearer.Without())
	expectSummary(t, session.Token)
	forbidden := common.Expect[*client.DeleteAllTasksForbidden](t)(bearer.Connect(t, session.Token).DeleteAllTasks(t.Context()))
	common.ExpectError(t, 403, client.ErrorResponse(*forbidden))

	fresh := common.Expect[*client.RefreshedSessionHeaders](t)(bearer.Connect(t, "").Refresh(t.Context(),
		&client.RefreshRequest{RefreshToken: session.RefreshToken})).Response
	require.NotEqual(t, session.RefreshToken, fresh.RefreshToken)
	require.NotEqual(t, session.Token, fresh.Token)
	expectSummary(t, fresh.Token)
	expectRefusedRefresh(t, session.RefreshToken)
	expectNoSummary(t, fresh.Token)

	last := logIn(t, "user", "user123")
	logout := common.Expect[*client.LogoutConfirmationHeaders](t)(bearer.Connect(t, last.Token).Logout(t.Context()))
	require.Equal(t, client.LogoutConfirmation{Message: "Logged out successfully"}, logout.Response)
	loggedOut := common.Expect[*client.ForbiddenHeaders](t)(bearer.Connect(t, last.Token).GetCurrentUser(t.Context()))
	common.ExpectError(t, 403, loggedOut.Response)
	expectNoSummary(t, last.Token)
	expectRefusedRefresh(t, last.RefreshToken)
}
