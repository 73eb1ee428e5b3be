package tasks

import (
	"testing"

	"example.com/scenario/common"
)

func TestTasks(t *testing.T) {
	Work(t, common.Connect(t, ""))
}
