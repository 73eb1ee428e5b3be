// Package common connects to the service and checks its responses.
package common

import (
	"net/http"
	"testing"
	"time"

	"example.com/scenario/client"
	"github.com/stretchr/testify/require"
)

// response has the methods that the responses of all operations have.
type response interface {
	StatusCode() int
	GetBody() []byte
}

// Expect returns a response that must have the given status.
func Expect[R response](t *testing.T, status int, r R, err error) R {
	t.Helper()
	require.NoError(t, err)
	require.Equal(t, status, r.StatusCode(), "%s", r.GetBody())
	return r
}

// ExpectError returns the body of an error response, which must be complete.
func ExpectError(t *testing.T, status int, body *client.ErrorResponse) client.ErrorResponse {
	t.Helper()
	require.NotNil(t, body)
	require.Equal(t, status, body.Status)
	require.Equal(t, http.StatusText(status), body.Error)
	ExpectMoment(t, body.Timestamp)
	require.Regexp(t, `^/(api/\w+/|boards|classes)`, body.Path)
	return *body
}

// ExpectMoment expects a time in UTC without fractions of a second.
func ExpectMoment(t *testing.T, moment time.Time) {
	t.Helper()
	require.False(t, moment.IsZero())
	require.Equal(t, moment.UTC().Truncate(time.Second), moment)
}
