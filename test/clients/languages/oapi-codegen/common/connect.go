package common

import (
	"context"
	"net/http"
	"os"
	"testing"

	"example.com/scenario/client"
	"github.com/stretchr/testify/require"
)

// Connect returns a client that sends a bearer token, unless it is empty.
func Connect(t *testing.T, token string) *client.ClientWithResponses {
	t.Helper()
	api, err := client.NewClientWithResponses(os.Getenv("BASE_URL"),
		client.WithRequestEditorFn(func(_ context.Context, request *http.Request) error {
			if token != "" {
				request.Header.Set("Authorization", "Bearer "+token)
			}
			return nil
		}))
	require.NoError(t, err)
	return api
}
