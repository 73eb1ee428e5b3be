package session

import (
	"testing"

	"example.com/scenario/client"
	"example.com/scenario/common"
	"example.com/scenario/tasks"
	"github.com/stretchr/testify/require"
)

func logIn(t *testing.T, username, password string) client.Session {
	r, err := common.Connect(t, "").LoginWithResponse(t.Context(), client.LoginRequest{Username: username, Password: password})
	return *common.Expect(t, 200, r, err).JSON200
}

func expectSummary(t *testing.T, status int, token string) {
	t.Helper()
	r, err := common.Connect(t, token).GetTaskSummaryWithResponse(t.Context())
	common.Expect(t, status, r, err)
	if status == 403 {
		common.ExpectError(t, 403, r.JSON403)
	}
}

func expectRefusedRefresh(t *testing.T, refreshToken string) {
	t.Helper()
	r, err := common.Connect(t, "").RefreshWithResponse(t.Context(), client.RefreshRequest{RefreshToken: refreshToken})
	common.ExpectError(t, 403, common.Expect(t, 403, r, err).JSON403)
}

func TestTasksAsAdministrator(t *testing.T) {
	tasks.Work(t, common.Connect(t, logIn(t, "admin", "admin123").Token))
}

// TestSession goes through a session from login to logout, including refused requests.
func TestSession(t *testing.T) {
	wrong, err := common.Connect(t, "").LoginWithResponse(t.Context(), client.LoginRequest{Username: "user", Password: "wrong"})
	refused := common.ExpectError(t, 401, common.Expect(t, 401, wrong, err).JSON401)
	require.Equal(t, "Invalid username or password", refused.Message)

	session := logIn(t, "user", "user123")
	require.Equal(t, client.Session{
		Token:        session.Token,
		RefreshToken: session.RefreshToken,
		Type:         client.SessionTypeBearer,
		Username:     "user",
		Role:         client.SessionRoleUSER,
		ExpiresIn:    3600,
	}, session)
	me, err := common.Connect(t, session.Token).GetCurrentUserWithResponse(t.Context())
	require.Equal(t, client.CurrentUser{
		Username: "user", Role: client.CurrentUserRoleROLEUSER,
	}, *common.Expect(t, 200, me, err).JSON200)
	expectSummary(t, 403, "")
	expectSummary(t, 200, session.Token)
	deleted, err := common.Connect(t, session.Token).DeleteAllTasksWithResponse(t.Context())
	common.ExpectError(t, 403, common.Expect(t, 403, deleted, err).JSON403)

	refresh, err := common.Connect(t, "").RefreshWithResponse(t.Context(), client.RefreshRequest{RefreshToken: session.RefreshToken})
	fresh := *common.Expect(t, 200, refresh, err).JSON200
	require.NotEqual(t, session.RefreshToken, fresh.RefreshToken)
	require.NotEqual(t, session.Token, fresh.Token)
	expectSummary(t, 200, fresh.Token)
	expectRefusedRefresh(t, session.RefreshToken)
	expectSummary(t, 403, fresh.Token)

	last := logIn(t, "user", "user123")
	logout, err := common.Connect(t, last.Token).LogoutWithResponse(t.Context())
	require.Equal(t, client.LogoutConfirmation{
		Message: "Logged out successfully",
	}, *common.Expect(t, 200, logout, err).JSON200)
	me, err = common.Connect(t, last.Token).GetCurrentUserWithResponse(t.Context())
	common.ExpectError(t, 403, common.Expect(t, 403, me, err).JSON403)
	expectSummary(t, 403, last.Token)
	expectRefusedRefresh(t, last.RefreshToken)
}
