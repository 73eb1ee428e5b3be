package boards

import (
	"fmt"
	"os"
	"testing"

	"example.com/scenario/client"
	"example.com/scenario/common"
	"github.com/oapi-codegen/nullable"
	"github.com/stretchr/testify/require"
)

// seed exceeds 32 bits.
const seed int64 = 1<<32 + 2026

func TestBoard(t *testing.T) {
	anonymous := common.Connect(t, "")
	creation, err := anonymous.CreateBoardWithResponse(t.Context(), client.BoardInput{
		Name:    nullable.NewNullableWithValue("Ada"),
		Fixture: nullable.NewNullableWithValue(client.BoardInputFixtureDemo),
	})
	board := *common.Expect(t, 201, creation, err).JSON201
	common.ExpectMoment(t, board.CreatedAt.MustGet())
	owner := common.Connect(t, board.OwnerToken)
	read, err := owner.GetBoardWithResponse(t.Context(), board.Id)
	require.Equal(t, client.Board{
		Id:        board.Id,
		Name:      nullable.NewNullableWithValue("Ada"),
		BaseUrl:   os.Getenv("BASE_URL") + "/b/" + board.Id,
		HostUrl:   board.HostUrl,
		Apis:      board.Apis,
		Docs:      board.Docs,
		CreatedAt: board.CreatedAt,
		ExpiresAt: board.ExpiresAt,
	}, *common.Expect(t, 200, read, err).JSON200)
	read, err = anonymous.GetBoardWithResponse(t.Context(), board.Id)
	common.ExpectError(t, 401, common.Expect(t, 401, read, err).JSON401)
	creation, err = anonymous.CreateBoardWithResponse(t.Context(), client.BoardInput{
		Name: nullable.NewNullableWithValue(" "),
	})
	invalid := common.ExpectError(t, 400, common.Expect(t, 400, creation, err).JSON400)
	require.Equal(t, map[string]string{"name": "Name must be between 1 and 100 characters"}, *invalid.Errors)

	replaceFaults(t, owner, board.Id)
	takeSnapshot(t, owner, board.Id)
	deleted, err := owner.DeleteBoardWithResponse(t.Context(), board.Id)
	common.Expect(t, 204, deleted, err)
}

func replaceFaults(t *testing.T, owner *client.ClientWithResponses, id string) {
	read, err := owner.GetFaultsWithResponse(t.Context(), id)
	settings := *common.Expect(t, 200, read, err).JSON200
	require.Equal(t, client.FaultSettingsProfileServer, settings.Profile)
	require.False(t, settings.Disclose)
	replacement, err := owner.ReplaceFaultsWithResponse(t.Context(), id, client.FaultSettingsInput{
		Profile:  nullable.NewNullableWithValue(client.FaultSettingsInputProfileStormy),
		Seed:     nullable.NewNullableWithValue(seed),
		Disclose: nullable.NewNullableWithValue(true),
	})
	replaced := *common.Expect(t, 200, replacement, err).JSON200
	require.InDelta(t, 0.45, *replaced.Rates.SlowResponse, 1e-9)
	settings.Profile, settings.Seed, settings.Disclose = client.FaultSettingsProfileStormy, seed, true
	settings.Rates = replaced.Rates
	require.Equal(t, settings, replaced)
	read, err = owner.GetFaultsWithResponse(t.Context(), id)
	require.Equal(t, replaced, *common.Expect(t, 200, read, err).JSON200)
}

// takeSnapshot takes a snapshot, resets the board, and loads the snapshot.
func takeSnapshot(t *testing.T, owner *client.ClientWithResponses, id string) {
	get := func() client.Snapshot {
		r, err := owner.GetSnapshotWithResponse(t.Context(), id)
		return *common.Expect(t, 200, r, err).JSON200
	}
	snapshot := get()
	require.Len(t, snapshot.Tasks, 20)
	require.Equal(t, seed, snapshot.Faults.Seed)
	reset, err := owner.ResetBoardWithResponse(t.Context(), id, client.ResetInput{})
	common.Expect(t, 204, reset, err)
	empty := get()
	require.Empty(t, empty.Tasks)
	require.Equal(t, seed, empty.Faults.Seed)
	load, err := owner.LoadSnapshotWithResponse(t.Context(), id, snapshot)
	common.Expect(t, 204, load, err)
	require.Equal(t, snapshot, get())
}

func TestBoards(t *testing.T) {
	input := client.BoardsInput{
		Names:   nullable.NewNullableWithValue([]string{"Ada", "Grace"}),
		Fixture: nullable.NewNullableWithValue(client.BoardsInputFixtureDemo),
	}
	creation, err := common.Connect(t, "").CreateBoardsWithResponse(t.Context(), input)
	common.ExpectError(t, 401, common.Expect(t, 401, creation, err).JSON401)
	token := os.Getenv("ADMIN_TOKEN")
	if token == "" {
		fmt.Println("boards: the administrator creates no boards, because ADMIN_TOKEN is not set")
		return
	}
	creation, err = common.Connect(t, token).CreateBoardsWithResponse(t.Context(), input)
	boards := common.Expect(t, 201, creation, err).JSON201.Boards
	require.Len(t, boards, 2)
	for index, name := range []string{"Ada", "Grace"} {
		require.Equal(t, name, boards[index].Name.MustGet())
		owner := common.Connect(t, boards[index].OwnerToken)
		deleted, err := owner.DeleteBoardWithResponse(t.Context(), boards[index].Id)
		common.Expect(t, 204, deleted, err)
	}
}

func TestClass(t *testing.T) {
	creation, err := common.Connect(t, "").CreateClassWithResponse(t.Context(), client.ClassInput{
		Name:    "Testing APIs",
		Names:   nullable.NewNullableWithValue([]string{"Ada", "Grace"}),
		Fixture: nullable.NewNullableWithValue(client.ClassInputFixtureDemo),
		Exercise: nullable.NewNullableWithValue(client.OptionalExercise{
			Title:    nullable.NewNullableWithValue("Find the broken responses"),
			Feedback: nullable.NewNullableWithValue(client.OptionalExerciseFeedbackImmediate),
			Faults: nullable.NewNullableWithValue(client.OptionalFaultSettings{
				Profile: nullable.NewNullableWithValue(client.OptionalFaultSettingsProfileStormy),
			}),
		}),
	})
	class := *common.Expect(t, 201, creation, err).JSON201
	require.Len(t, class.Boards, 2)
	require.Equal(t, "Ada", class.Boards[0].Name.MustGet())
	require.Equal(t, "Grace", class.Boards[1].Name.MustGet())
	trainer := common.Connect(t, class.TrainerSecret)
	read, err := trainer.GetClassWithResponse(t.Context(), class.Id)
	require.Equal(t, client.TrainingClass{
		Id:        class.Id,
		Name:      "Testing APIs",
		JoinCode:  class.JoinCode,
		CreatedAt: class.CreatedAt,
		ExpiresAt: class.ExpiresAt,
		Frozen:    false,
		Joinable:  true,
		Exercise:  class.Exercise,
		Faults:    class.Faults,
		Boards:    class.Boards,
	}, *common.Expect(t, 200, read, err).JSON200)
	deleted, err := trainer.DeleteClassWithResponse(t.Context(), class.Id)
	common.Expect(t, 204, deleted, err)
}
