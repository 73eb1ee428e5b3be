// Package common checks the responses of the service.
package common

import (
	"net/http"
	"testing"
	"time"

	"example.com/scenario/client"
	"github.com/stretchr/testify/require"
)

// Expect returns a function that takes the results of an operation and returns its response. The type R is that of a
// status.
func Expect[R any](t *testing.T) func(response any, err error) R {
	return func(response any, err error) R {
		t.Helper()
		require.NoError(t, err)
		expected, ok := response.(R)
		require.True(t, ok, "%T: %+v", response, response)
		return expected
	}
}

// ExpectError returns the body of an error response, which must be complete.
func ExpectError(t *testing.T, status int, body client.ErrorResponse) client.ErrorResponse {
	t.Helper()
	require.Equal(t, status, body.Status)
	require.Equal(t, http.StatusText(status), body.Error)
	ExpectMoment(t, body.Timestamp)
	require.Regexp(t, `^/(api/\w+/|boards|classes)`, body.Path)
	return body
}

// ExpectMoment expects a time in UTC without fractions of a second.
func ExpectMoment(t *testing.T, moment time.Time) {
	t.Helper()
	require.False(t, moment.IsZero())
	require.Equal(t, moment.UTC().Truncate(time.Second), moment)
}
