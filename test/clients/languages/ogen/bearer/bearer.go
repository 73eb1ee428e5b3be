// Package bearer connects to the service with bearer tokens. The document of v1 has none.
package bearer

import (
	"context"
	"net/http"
	"os"
	"testing"

	"example.com/scenario/client"
	"github.com/ogen-go/ogen/ogenerrors"
	"github.com/stretchr/testify/require"
)

type token string

func (t token) BearerAuth(context.Context, client.OperationName) (client.BearerAuth, error) {
	if t == "" {
		return client.BearerAuth{}, ogenerrors.ErrSkipClientSecurity
	}
	return client.BearerAuth{Token: string(t)}, nil
}

// Connect returns a client that sends a bearer token, unless it is empty.
func Connect(t *testing.T, bearer string) *client.Client {
	t.Helper()
	api, err := client.NewClient(os.Getenv("BASE_URL"), token(bearer))
	require.NoError(t, err)
	return api
}

// Without sends a request without its token. ogen does not send a request without a token if the document requires one.
func Without() client.RequestOption {
	return client.WithEditRequest(func(request *http.Request) error {
		request.Header.Del("Authorization")
		return nil
	})
}
