//go:build !bearer

package main

import (
	"os"

	"example.com/scenario/client"
)

// connect returns a client. The document has no tokens.
func connect(_ *string, options ...client.ClientOption) *client.Client {
	api, err := client.NewClient(os.Getenv("BASE_URL"), options...)
	check(err)
	return api
}
