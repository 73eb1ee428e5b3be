//go:build bearer

package main

import (
	"context"
	"os"

	"example.com/scenario/client"
)

// token is nil for a request without one. ogen does not send that if the document requires a token: sender removes it.
type token struct{ value *string }

func (t token) BearerAuth(context.Context, client.OperationName) (client.BearerAuth, error) {
	if t.value == nil {
		return client.BearerAuth{Token: "none"}, nil
	}
	return client.BearerAuth{Token: *t.value}, nil
}

// connect returns a client that sends a bearer token.
func connect(bearer *string, options ...client.ClientOption) *client.Client {
	api, err := client.NewClient(os.Getenv("BASE_URL"), token{bearer}, options...)
	check(err)
	return api
}
