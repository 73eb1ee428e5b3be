// Package tasks uses the operations on tasks that every variant has.
package tasks

import (
	"bytes"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/textproto"
	"slices"
	"testing"
	"time"

	"example.com/scenario/client"
	"example.com/scenario/common"
	ht "github.com/ogen-go/ogen/http"
	"github.com/stretchr/testify/require"
)

var (
	dueDate = time.Date(2026, time.April, 30, 0, 0, 0, 0, time.UTC)
	full    = client.TaskInput{
		Title:       "Crème brûlée",
		Description: client.NewOptNilString(`For "twelve" & more <guests>`),
		Status:      client.TaskStatusINPROGRESS,
		Priority:    client.NewOptNilTaskInputPriority(client.TaskInputPriorityURGENT),
		DueDate:     client.NewOptNilDate(dueDate),
		Labels:      client.NewOptNilStringArray([]string{"kitchen", "Nachtisch", "kitchen"}),
		ChecklistItems: client.NewOptNilChecklistItemInputArray([]client.ChecklistItemInput{
			{Text: "Eggs", Done: client.NewOptNilBool(true)},
			{Text: "Sugar", Done: client.NewOptNilBool(false)},
		}),
	}
	nulls = client.TaskInput{
		Title:       "Nothing but nulls",
		Description: client.OptNilString{Set: true, Null: true},
		Status:      client.TaskStatusTODO,
		Priority:    client.OptNilTaskInputPriority{Set: true, Null: true},
		DueDate:     client.OptNilDate{Set: true, Null: true},
		Labels:      client.OptNilStringArray{Set: true, Null: true},
		ChecklistItems: client.NewOptNilChecklistItemInputArray([]client.ChecklistItemInput{
			{Text: "Not done", Done: client.OptNilBool{Set: true, Null: true}},
		}),
	}
)

// Work uses all operations on tasks, beginning and ending with an empty board.
func Work(t *testing.T, api *client.Client) {
	common.Expect[*client.DeleteAllTasksNoContent](t)(api.DeleteAllTasks(t.Context()))
	task := createAndRead(t, api)
	discuss(t, api, task.ID)
	attach(t, api, task.ID)
	sendBack(t, api, task.ID)
	move(t, api, task.ID)
	checkErrors(t, api, task.ID)
	common.Expect[*client.DeleteTaskNoContent](t)(api.DeleteTask(t.Context(), client.DeleteTaskParams{ID: task.ID}))
	missing := common.Expect[*client.GetTaskNotFound](t)(api.GetTask(t.Context(), client.GetTaskParams{ID: task.ID}))
	common.ExpectError(t, 404, client.ErrorResponse(*missing))
}

func get(t *testing.T, api *client.Client, id int64) client.Task {
	t.Helper()
	return *common.Expect[*client.Task](t)(api.GetTask(t.Context(), client.GetTaskParams{ID: id}))
}

func create(t *testing.T, api *client.Client, input client.TaskInput) client.Task {
	t.Helper()
	return common.Expect[*client.TaskHeaders](t)(api.CreateTask(t.Context(), &input)).Response
}

func list(t *testing.T, api *client.Client, query client.ListTasksParams) (page client.TaskPage, titles []string) {
	t.Helper()
	page = *common.Expect[*client.TaskPage](t)(api.ListTasks(t.Context(), query))
	for _, task := range page.Content {
		titles = append(titles, task.Title)
	}
	return page, titles
}

// createAndRead creates three tasks, reads them in all ways, and returns the one with all fields.
func createAndRead(t *testing.T, api *client.Client) client.Task {
	first := create(t, api, full)
	require.Positive(t, first.ID)
	common.ExpectMoment(t, first.CreatedAt)
	require.Len(t, first.ChecklistItems, 2)
	require.NotEqual(t, first.ChecklistItems[0].ID, first.ChecklistItems[1].ID)
	require.Equal(t, client.Task{
		ID:          first.ID,
		Title:       full.Title,
		Description: client.NewNilString(full.Description.Value),
		Status:      full.Status,
		Priority:    client.TaskPriorityURGENT,
		DueDate:     client.NewNilDate(dueDate),
		SortOrder:   0,
		Labels:      full.Labels.Value,
		ChecklistItems: []client.ChecklistItem{
			{ID: first.ChecklistItems[0].ID, Text: "Eggs", Done: true},
			{ID: first.ChecklistItems[1].ID, Text: "Sugar", Done: false},
		},
		Comments:    []client.Comment{},
		Attachments: []client.Attachment{},
		CreatedAt:   first.CreatedAt,
		UpdatedAt:   first.CreatedAt,
	}, first)

	second := create(t, api, nulls)
	require.Equal(t, client.Task{
		ID:             second.ID,
		Title:          nulls.Title,
		Description:    client.NilString{Null: true},
		Status:         client.TaskStatusTODO,
		Priority:       client.TaskPriorityMEDIUM,
		DueDate:        client.NilDate{Null: true},
		SortOrder:      0,
		Labels:         []string{},
		ChecklistItems: []client.ChecklistItem{{ID: second.ChecklistItems[0].ID, Text: "Not done", Done: false}},
		Comments:       []client.Comment{},
		Attachments:    []client.Attachment{},
		CreatedAt:      second.CreatedAt,
		UpdatedAt:      second.UpdatedAt,
	}, second)

	third := create(t, api, client.TaskInput{Title: "a", Status: client.TaskStatusTODO})
	require.True(t, third.Description.Null)
	require.Equal(t, client.TaskPriorityMEDIUM, third.Priority)
	require.True(t, third.DueDate.Null)
	require.Empty(t, third.Labels)
	require.Empty(t, third.ChecklistItems)
	require.EqualValues(t, 1, third.SortOrder)

	require.Equal(t, first, get(t, api, first.ID))
	require.Equal(t, second, get(t, api, second.ID))
	listAndSearch(t, api, first, second)
	return first
}

func listAndSearch(t *testing.T, api *client.Client, first, second client.Task) {
	page, titles := list(t, api, client.ListTasksParams{
		Page:      client.NewOptInt64(1),
		Size:      client.NewOptInt(2),
		Sort:      client.NewOptListTasksSort(client.ListTasksSortTitle),
		Direction: client.NewOptListTasksDirection(client.ListTasksDirectionAsc),
	})
	require.Equal(t, []string{"a"}, titles)
	require.Equal(t, client.TaskPage{
		Content: page.Content, TotalElements: 3, TotalPages: 2, CurrentPage: 1, PageSize: 2,
	}, page)
	page, _ = list(t, api, client.ListTasksParams{})
	require.EqualValues(t, 20, page.PageSize)
	require.Equal(t, []client.Task{first, second}, page.Content[:2])

	for search, expected := range map[string][]string{
		"CRÈME BRÛLÉE":      {first.Title},
		"nachtISCH":         {first.Title},
		`"twelve" & more <`: {first.Title},
		"%":                 nil,
	} {
		_, titles := list(t, api, client.ListTasksParams{Search: client.NewOptString(search)})
		require.Equal(t, expected, titles, "a search for %s", search)
	}
	_, titles = list(t, api, client.ListTasksParams{
		Status:    client.NewOptTaskStatus(client.TaskStatusTODO),
		Priority:  client.NewOptTaskPriority(client.TaskPriorityMEDIUM),
		Sort:      client.NewOptListTasksSort(client.ListTasksSortSortOrder),
		Direction: client.NewOptListTasksDirection(client.ListTasksDirectionDesc),
	})
	require.Equal(t, []string{"a", "Nothing but nulls"}, titles)

	summary := common.Expect[*client.TaskSummary](t)(api.GetTaskSummary(t.Context()))
	require.Equal(t, client.TaskSummary{TotalTasks: 3, TodoTasks: 2, InProgressTasks: 1, DoneTasks: 0}, *summary)
}

func discuss(t *testing.T, api *client.Client, id int64) {
	comment := func(text string) client.Comment {
		return *common.Expect[*client.Comment](t)(api.CreateComment(t.Context(),
			&client.CommentInput{Text: text}, client.CreateCommentParams{ID: id}))
	}
	first := comment("Zuerst — 先に 🍮")
	require.Equal(t, "Zuerst — 先に 🍮", first.Text)
	common.ExpectMoment(t, first.CreatedAt)
	require.Equal(t, first.CreatedAt, first.UpdatedAt)
	second := comment("Then")
	changed := *common.Expect[*client.Comment](t)(api.UpdateComment(t.Context(),
		&client.CommentInput{Text: "After that"}, client.UpdateCommentParams{ID: id, CommentId: second.ID}))
	second.Text, second.UpdatedAt = "After that", changed.UpdatedAt
	require.Equal(t, second, changed)
	require.Equal(t, []client.Comment{first, changed}, get(t, api, id).Comments)
	common.Expect[*client.DeleteCommentNoContent](t)(api.DeleteComment(t.Context(),
		client.DeleteCommentParams{ID: id, CommentId: second.ID}))
	require.Equal(t, []client.Comment{first}, get(t, api, id).Comments)
}

type file struct {
	name, contentType string
	content           []byte
}

func attach(t *testing.T, api *client.Client, id int64) {
	bin := file{name: "all-bytes.bin", contentType: "application/octet-stream"}
	for value := range 256 {
		bin.content = append(bin.content, byte(value))
	}
	// Valid JSON with a byte order mark that changes when it is parsed and serialized again.
	json := file{"Übersicht 任务 🗂.json", "application/json", []byte("\ufeff{ \"amount\" : 1.0,\r\n \"amount\":2 }\n")}
	files := []file{bin, json}
	upload := client.AttachmentUploadMultipart{}
	for _, file := range files {
		upload.Files = append(upload.Files, ht.MultipartFile{
			Name:   file.name,
			File:   bytes.NewReader(file.content),
			Header: textproto.MIMEHeader{"Content-Type": {file.contentType}},
		})
	}
	attachments := *common.Expect[*client.UploadAttachmentsCreatedApplicationJSON](t)(api.UploadAttachments(t.Context(),
		&upload, client.UploadAttachmentsParams{ID: id}))
	require.Len(t, attachments, 2)
	for index, file := range files {
		attachment := attachments[index]
		require.Equal(t, client.Attachment{
			ID:            attachment.ID,
			FileName:      file.name,
			ContentType:   file.contentType,
			FileSizeBytes: int64(len(file.content)),
			UploadedAt:    attachment.UploadedAt,
		}, attachment)
		common.ExpectMoment(t, attachment.UploadedAt)
		download := common.Expect[*client.DownloadAttachmentOKHeaders](t)(api.DownloadAttachment(t.Context(),
			client.DownloadAttachmentParams{ID: id, AttachmentId: attachment.ID}, client.WithEditResponse(acceptAnyFile)))
		content, err := io.ReadAll(download.Response)
		require.NoError(t, err)
		require.Equal(t, file.content, content)
	}
	common.Expect[*client.DeleteAttachmentNoContent](t)(api.DeleteAttachment(t.Context(),
		client.DeleteAttachmentParams{ID: id, AttachmentId: attachments[0].ID}))
	require.Equal(t, []client.Attachment(attachments[1:]), get(t, api, id).Attachments)
}

// acceptAnyFile lets ogen read a file of any media type: of the two media types of a download, it takes the narrower one.
func acceptAnyFile(response *http.Response) error {
	if response.StatusCode == http.StatusOK {
		response.Header.Set("Content-Type", "application/octet-stream")
	}
	return nil
}

// sendBack replaces a task with the response of GET.
func sendBack(t *testing.T, api *client.Client, id int64) {
	expected := get(t, api, id)
	body, err := expected.MarshalJSON()
	require.NoError(t, err)
	var input client.TaskInput
	require.NoError(t, input.UnmarshalJSON(body))
	after := *common.Expect[*client.Task](t)(api.ReplaceTask(t.Context(), &input, client.ReplaceTaskParams{ID: id}))
	expected.UpdatedAt = after.UpdatedAt
	require.Equal(t, expected, after)
	require.Equal(t, 2, len(after.Comments)+len(after.Attachments))
}

func move(t *testing.T, api *client.Client, id int64) {
	task := get(t, api, id)
	moved := *common.Expect[*client.ReorderedTask](t)(api.ReorderTask(t.Context(),
		&client.ReorderInput{TargetStatus: client.TaskStatusTODO, TargetIndex: 1}, client.ReorderTaskParams{ID: id}))
	require.Equal(t, client.ReorderedTask{
		ID:             id,
		Title:          task.Title,
		Description:    task.Description,
		Status:         client.TaskStatusTODO,
		Priority:       task.Priority,
		DueDate:        task.DueDate,
		SortOrder:      1,
		Labels:         task.Labels,
		ChecklistItems: []client.ChecklistItem{},
		Comments:       []client.Comment{},
		CreatedAt:      task.CreatedAt,
		UpdatedAt:      moved.UpdatedAt,
	}, moved)
	task.Status, task.SortOrder, task.UpdatedAt = client.TaskStatusTODO, 1, moved.UpdatedAt
	require.Equal(t, task, get(t, api, id))
}

func checkErrors(t *testing.T, api *client.Client, id int64) {
	refused := common.Expect[*client.CreateTaskBadRequest](t)(api.CreateTask(t.Context(), &client.TaskInput{
		Title: "", Status: client.TaskStatusDONE, Labels: client.NewOptNilStringArray([]string{" "}),
	}))
	invalid := common.ExpectError(t, 400, client.ErrorResponse(*refused))
	require.Equal(t, "Validation failed", invalid.Message)
	require.Equal(t, []string{"labels[0]", "title"}, slices.Sorted(maps.Keys(invalid.Errors.Value)))
	require.Equal(t, "Title is required and must be between 1 and 100 characters", invalid.Errors.Value["title"])

	unknown := id + 1_000_000
	read := common.Expect[*client.GetTaskNotFound](t)(api.GetTask(t.Context(), client.GetTaskParams{ID: unknown}))
	missing := common.ExpectError(t, 404, client.ErrorResponse(*read))
	require.Equal(t, fmt.Sprintf("Task not found with id: %d", unknown), missing.Message)
	require.False(t, missing.Errors.Set)
	replaced := common.Expect[*client.ReplaceTaskNotFound](t)(api.ReplaceTask(t.Context(),
		&client.TaskInput{Title: "a", Status: client.TaskStatusTODO}, client.ReplaceTaskParams{ID: unknown}))
	common.ExpectError(t, 404, client.ErrorResponse(*replaced))
	deleted := common.Expect[*client.DeleteCommentNotFound](t)(api.DeleteComment(t.Context(),
		client.DeleteCommentParams{ID: id, CommentId: unknown}))
	common.ExpectError(t, 404, client.ErrorResponse(*deleted))
}
