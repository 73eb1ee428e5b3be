package boards

import (
	"fmt"
	"os"
	"testing"

	"example.com/scenario/bearer"
	"example.com/scenario/client"
	"example.com/scenario/common"
	"github.com/stretchr/testify/require"
)

// seed exceeds 32 bits.
const seed int64 = 1<<32 + 2026

func TestBoard(t *testing.T) {
	anonymous := bearer.Connect(t, "")
	board := common.Expect[*client.NewBoardHeaders](t)(anonymous.CreateBoard(t.Context(),
		client.NewOptBoardInput(client.BoardInput{
			Name:    client.NewOptNilString("Ada"),
			Fixture: client.NewOptNilBoardInputFixture(client.BoardInputFixtureDemo),
		}))).Response
	common.ExpectMoment(t, board.CreatedAt.Value)
	owner := bearer.Connect(t, board.OwnerToken)
	read := common.Expect[*client.Board](t)(owner.GetBoard(t.Context(), client.GetBoardParams{ID: board.ID}))
	require.Equal(t, os.Getenv("BASE_URL")+"/b/"+board.ID, read.BaseUrl.String())
	require.Equal(t, client.Board{
		ID:        board.ID,
		Name:      client.NewNilString("Ada"),
		BaseUrl:   board.BaseUrl,
		HostUrl:   board.HostUrl,
		Apis:      board.Apis,
		Docs:      board.Docs,
		CreatedAt: board.CreatedAt,
		ExpiresAt: board.ExpiresAt,
	}, *read)
	unauthorized := common.Expect[*client.UnauthorizedOfCreateBoardHeaders](t)(owner.GetBoard(t.Context(),
		client.GetBoardParams{ID: board.ID}, bearer.Without()))
	common.ExpectError(t, 401, unauthorized.Response)
	refused := common.Expect[*client.CreateBoardBadRequest](t)(anonymous.CreateBoard(t.Context(),
		client.NewOptBoardInput(client.BoardInput{Name: client.NewOptNilString(" ")})))
	invalid := common.ExpectError(t, 400, client.ErrorResponse(*refused))
	require.Equal(t, client.ErrorResponseErrors{"name": "Name must be between 1 and 100 characters"}, invalid.Errors.Value)

	replaceFaults(t, owner, board.ID)
	takeSnapshot(t, owner, board.ID)
	common.Expect[*client.DeleteBoardNoContent](t)(owner.DeleteBoard(t.Context(), client.DeleteBoardParams{ID: board.ID}))
}

func replaceFaults(t *testing.T, owner *client.Client, id string) {
	settings := *common.Expect[*client.FaultSettings](t)(owner.GetFaults(t.Context(), client.GetFaultsParams{ID: id}))
	require.Equal(t, client.FaultSettingsProfileServer, settings.Profile)
	require.False(t, settings.Disclose)
	replaced := *common.Expect[*client.FaultSettings](t)(owner.ReplaceFaults(t.Context(), &client.FaultSettingsInput{
		Profile:  client.NewOptNilFaultSettingsInputProfile(client.FaultSettingsInputProfileStormy),
		Seed:     client.NewOptNilInt64(seed),
		Disclose: client.NewOptNilBool(true),
	}, client.ReplaceFaultsParams{ID: id}))
	require.InDelta(t, 0.45, replaced.Rates.SlowMinusResponse.Value, 1e-9)
	settings.Profile, settings.Seed, settings.Disclose = client.FaultSettingsProfileStormy, seed, true
	settings.Rates = replaced.Rates
	require.Equal(t, settings, replaced)
	read := common.Expect[*client.FaultSettings](t)(owner.GetFaults(t.Context(), client.GetFaultsParams{ID: id}))
	require.Equal(t, replaced, *read)
}

// takeSnapshot takes a snapshot, resets the board, and loads the snapshot.
func takeSnapshot(t *testing.T, owner *client.Client, id string) {
	get := func() client.Snapshot {
		return *common.Expect[*client.Snapshot](t)(owner.GetSnapshot(t.Context(), client.GetSnapshotParams{ID: id}))
	}
	snapshot := get()
	require.Len(t, snapshot.Tasks, 20)
	require.Equal(t, seed, snapshot.Faults.Seed)
	common.Expect[*client.ResetBoardNoContent](t)(owner.ResetBoard(t.Context(),
		client.NewOptResetInput(client.ResetInput{}), client.ResetBoardParams{ID: id}))
	empty := get()
	require.Empty(t, empty.Tasks)
	require.Equal(t, seed, empty.Faults.Seed)
	common.Expect[*client.LoadSnapshotNoContent](t)(owner.LoadSnapshot(t.Context(),
		&snapshot, client.LoadSnapshotParams{ID: id}))
	require.Equal(t, snapshot, get())
}

func TestBoards(t *testing.T) {
	input := client.BoardsInput{
		Names:   client.NewOptNilStringArray([]string{"Ada", "Grace"}),
		Fixture: client.NewOptNilBoardsInputFixture(client.BoardsInputFixtureDemo),
	}
	unauthorized := common.Expect[*client.UnauthorizedOfCreateBoardHeaders](t)(
		bearer.Connect(t, "none").CreateBoards(t.Context(), &input, bearer.Without()))
	common.ExpectError(t, 401, unauthorized.Response)
	token := os.Getenv("ADMIN_TOKEN")
	if token == "" {
		fmt.Println("boards: the administrator creates no boards, because ADMIN_TOKEN is not set")
		return
	}
	boards := common.Expect[*client.NewBoardsHeaders](t)(
		bearer.Connect(t, token).CreateBoards(t.Context(), &input)).Response.Boards
	require.Len(t, boards, 2)
	for index, name := range []string{"Ada", "Grace"} {
		require.Equal(t, name, boards[index].Name.Value)
		common.Expect[*client.DeleteBoardNoContent](t)(bearer.Connect(t, boards[index].OwnerToken).DeleteBoard(t.Context(),
			client.DeleteBoardParams{ID: boards[index].ID}))
	}
}

func TestClass(t *testing.T) {
	class := common.Expect[*client.NewClassHeaders](t)(bearer.Connect(t, "").CreateClass(t.Context(), &client.ClassInput{
		Name:    "Testing APIs",
		Names:   client.NewOptNilStringArray([]string{"Ada", "Grace"}),
		Fixture: client.NewOptNilClassInputFixture(client.ClassInputFixtureDemo),
		Exercise: client.NewOptNilOptionalExercise(client.OptionalExercise{
			Title:    client.NewOptNilString("Find the broken responses"),
			Feedback: client.NewOptNilOptionalExerciseFeedback(client.OptionalExerciseFeedbackImmediate),
			Faults: client.NewOptNilOptionalFaultSettings(client.OptionalFaultSettings{
				Profile: client.NewOptNilOptionalFaultSettingsProfile(client.OptionalFaultSettingsProfileStormy),
			}),
		}),
	})).Response
	require.Len(t, class.Boards, 2)
	require.Equal(t, "Ada", class.Boards[0].Name.Value)
	require.Equal(t, "Grace", class.Boards[1].Name.Value)
	trainer := bearer.Connect(t, class.TrainerSecret)
	read := common.Expect[*client.TrainingClass](t)(trainer.GetClass(t.Context(), client.GetClassParams{ID: class.ID}))
	require.Equal(t, client.TrainingClass{
		ID:        class.ID,
		Name:      "Testing APIs",
		JoinCode:  class.JoinCode,
		CreatedAt: class.CreatedAt,
		ExpiresAt: class.ExpiresAt,
		Frozen:    false,
		Joinable:  true,
		Exercise:  class.Exercise,
		Faults:    class.Faults,
		Boards:    class.Boards,
	}, *read)
	common.Expect[*client.DeleteClassNoContent](t)(trainer.DeleteClass(t.Context(), client.DeleteClassParams{ID: class.ID}))
}
