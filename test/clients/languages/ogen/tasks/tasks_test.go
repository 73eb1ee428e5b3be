package tasks

import (
	"os"
	"testing"

	"example.com/scenario/client"
	"github.com/stretchr/testify/require"
)

func TestTasks(t *testing.T) {
	api, err := client.NewClient(os.Getenv("BASE_URL"))
	require.NoError(t, err)
	Work(t, api)
}
