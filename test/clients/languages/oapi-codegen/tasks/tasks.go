// Package tasks uses the operations on tasks that every variant has.
package tasks

import (
	"bytes"
	"fmt"
	"maps"
	"mime/multipart"
	"net/textproto"
	"slices"
	"testing"
	"time"

	"example.com/scenario/client"
	"example.com/scenario/common"
	"github.com/oapi-codegen/nullable"
	openapi_types "github.com/oapi-codegen/runtime/types"
	"github.com/stretchr/testify/require"
)

var (
	dueDate = openapi_types.Date{Time: time.Date(2026, time.April, 30, 0, 0, 0, 0, time.UTC)}
	full    = client.TaskInput{
		Title:       "Crème brûlée",
		Description: nullable.NewNullableWithValue(`For "twelve" & more <guests>`),
		Status:      client.TaskStatusINPROGRESS,
		Priority:    nullable.NewNullableWithValue(client.TaskInputPriorityURGENT),
		DueDate:     nullable.NewNullableWithValue(dueDate),
		Labels:      nullable.NewNullableWithValue([]string{"kitchen", "Nachtisch", "kitchen"}),
		ChecklistItems: nullable.NewNullableWithValue([]client.ChecklistItemInput{
			{Text: "Eggs", Done: nullable.NewNullableWithValue(true)},
			{Text: "Sugar", Done: nullable.NewNullableWithValue(false)},
		}),
	}
	nulls = client.TaskInput{
		Title:       "Nothing but nulls",
		Description: nullable.NewNullNullable[string](),
		Status:      client.TaskStatusTODO,
		Priority:    nullable.NewNullNullable[client.TaskInputPriority](),
		DueDate:     nullable.NewNullNullable[openapi_types.Date](),
		Labels:      nullable.NewNullNullable[[]string](),
		ChecklistItems: nullable.NewNullableWithValue([]client.ChecklistItemInput{
			{Text: "Not done", Done: nullable.NewNullNullable[bool]()},
		}),
	}
)

// Work uses all operations on tasks, beginning and ending with an empty board.
func Work(t *testing.T, api *client.ClientWithResponses) {
	all, err := api.DeleteAllTasksWithResponse(t.Context())
	common.Expect(t, 204, all, err)
	task := createAndRead(t, api)
	discuss(t, api, task.Id)
	attach(t, api, task.Id)
	sendBack(t, api, task.Id)
	move(t, api, task.Id)
	checkErrors(t, api, task.Id)
	deleted, err := api.DeleteTaskWithResponse(t.Context(), task.Id)
	common.Expect(t, 204, deleted, err)
	missing, err := api.GetTaskWithResponse(t.Context(), task.Id)
	common.ExpectError(t, 404, common.Expect(t, 404, missing, err).JSON404)
}

func get(t *testing.T, api *client.ClientWithResponses, id int64) client.Task {
	t.Helper()
	r, err := api.GetTaskWithResponse(t.Context(), id)
	return *common.Expect(t, 200, r, err).JSON200
}

func create(t *testing.T, api *client.ClientWithResponses, input client.TaskInput) client.Task {
	t.Helper()
	r, err := api.CreateTaskWithResponse(t.Context(), input)
	return *common.Expect(t, 201, r, err).JSON201
}

func list(t *testing.T, api *client.ClientWithResponses, query client.ListTasksParams) (page client.TaskPage, titles []string) {
	t.Helper()
	r, err := api.ListTasksWithResponse(t.Context(), &query)
	page = *common.Expect(t, 200, r, err).JSON200
	for _, task := range page.Content {
		titles = append(titles, task.Title)
	}
	return page, titles
}

// createAndRead creates three tasks, reads them in all ways, and returns the one with all fields.
func createAndRead(t *testing.T, api *client.ClientWithResponses) client.Task {
	first := create(t, api, full)
	require.Positive(t, first.Id)
	common.ExpectMoment(t, first.CreatedAt)
	require.Len(t, first.ChecklistItems, 2)
	require.NotEqual(t, first.ChecklistItems[0].Id, first.ChecklistItems[1].Id)
	require.Equal(t, client.Task{
		Id:          first.Id,
		Title:       full.Title,
		Description: full.Description,
		Status:      full.Status,
		Priority:    client.TaskPriorityURGENT,
		DueDate:     full.DueDate,
		SortOrder:   0,
		Labels:      []string{"kitchen", "Nachtisch", "kitchen"},
		ChecklistItems: []client.ChecklistItem{
			{Id: first.ChecklistItems[0].Id, Text: "Eggs", Done: true},
			{Id: first.ChecklistItems[1].Id, Text: "Sugar", Done: false},
		},
		Comments:    []client.Comment{},
		Attachments: []client.Attachment{},
		CreatedAt:   first.CreatedAt,
		UpdatedAt:   first.CreatedAt,
	}, first)

	second := create(t, api, nulls)
	require.Equal(t, client.Task{
		Id:             second.Id,
		Title:          nulls.Title,
		Description:    nullable.NewNullNullable[string](),
		Status:         client.TaskStatusTODO,
		Priority:       client.TaskPriorityMEDIUM,
		DueDate:        nullable.NewNullNullable[openapi_types.Date](),
		SortOrder:      0,
		Labels:         []string{},
		ChecklistItems: []client.ChecklistItem{{Id: second.ChecklistItems[0].Id, Text: "Not done", Done: false}},
		Comments:       []client.Comment{},
		Attachments:    []client.Attachment{},
		CreatedAt:      second.CreatedAt,
		UpdatedAt:      second.UpdatedAt,
	}, second)

	third := create(t, api, client.TaskInput{Title: "a", Status: client.TaskStatusTODO})
	require.True(t, third.Description.IsNull())
	require.Equal(t, client.TaskPriorityMEDIUM, third.Priority)
	require.True(t, third.DueDate.IsNull())
	require.Empty(t, third.Labels)
	require.Empty(t, third.ChecklistItems)
	require.EqualValues(t, 1, third.SortOrder)

	require.Equal(t, first, get(t, api, first.Id))
	require.Equal(t, second, get(t, api, second.Id))
	listAndSearch(t, api, first, second)
	return first
}

func listAndSearch(t *testing.T, api *client.ClientWithResponses, first, second client.Task) {
	page, titles := list(t, api, client.ListTasksParams{
		Page:      new(int64(1)),
		Size:      new(2),
		Sort:      new(client.ListTasksParamsSortTitle),
		Direction: new(client.ListTasksParamsDirectionAsc),
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
		_, titles := list(t, api, client.ListTasksParams{Search: &search})
		require.Equal(t, expected, titles, "a search for %s", search)
	}
	_, titles = list(t, api, client.ListTasksParams{
		Status:    new(client.TaskStatusTODO),
		Priority:  new(client.TaskPriorityMEDIUM),
		Sort:      new(client.ListTasksParamsSortSortOrder),
		Direction: new(client.ListTasksParamsDirectionDesc),
	})
	require.Equal(t, []string{"a", "Nothing but nulls"}, titles)

	summary, err := api.GetTaskSummaryWithResponse(t.Context())
	require.Equal(t, client.TaskSummary{
		TotalTasks: 3, TodoTasks: 2, InProgressTasks: 1, DoneTasks: 0,
	}, *common.Expect(t, 200, summary, err).JSON200)
}

func discuss(t *testing.T, api *client.ClientWithResponses, id int64) {
	comment := func(text string) client.Comment {
		r, err := api.CreateCommentWithResponse(t.Context(), id, client.CommentInput{Text: text})
		return *common.Expect(t, 201, r, err).JSON201
	}
	first := comment("Zuerst — 先に 🍮")
	require.Equal(t, "Zuerst — 先に 🍮", first.Text)
	common.ExpectMoment(t, first.CreatedAt)
	require.Equal(t, first.CreatedAt, first.UpdatedAt)
	second := comment("Then")
	update, err := api.UpdateCommentWithResponse(t.Context(), id, second.Id, client.CommentInput{Text: "After that"})
	changed := *common.Expect(t, 200, update, err).JSON200
	second.Text, second.UpdatedAt = "After that", changed.UpdatedAt
	require.Equal(t, second, changed)
	require.Equal(t, []client.Comment{first, changed}, get(t, api, id).Comments)
	deleted, err := api.DeleteCommentWithResponse(t.Context(), id, second.Id)
	common.Expect(t, 204, deleted, err)
	require.Equal(t, []client.Comment{first}, get(t, api, id).Comments)
}

type file struct {
	name, contentType string
	content           []byte
}

func attach(t *testing.T, api *client.ClientWithResponses, id int64) {
	bin := file{name: "all-bytes.bin", contentType: "application/octet-stream"}
	for value := range 256 {
		bin.content = append(bin.content, byte(value))
	}
	// Valid JSON with a byte order mark that changes when it is parsed and serialized again.
	json := file{"Übersicht 任务 🗂.json", "application/json", []byte("\ufeff{ \"amount\" : 1.0,\r\n \"amount\":2 }\n")}
	contentType, body := form(t, bin, json)
	upload, err := api.UploadAttachmentsWithBodyWithResponse(t.Context(), id, contentType, body)
	attachments := *common.Expect(t, 201, upload, err).JSON201
	require.Len(t, attachments, 2)
	for index, file := range []file{bin, json} {
		attachment := attachments[index]
		require.Equal(t, client.Attachment{
			Id:            attachment.Id,
			FileName:      file.name,
			ContentType:   file.contentType,
			FileSizeBytes: int64(len(file.content)),
			UploadedAt:    attachment.UploadedAt,
		}, attachment)
		common.ExpectMoment(t, attachment.UploadedAt)
		download, err := api.DownloadAttachmentWithResponse(t.Context(), id, attachment.Id)
		require.Equal(t, file.content, common.Expect(t, 200, download, err).Body)
	}
	deleted, err := api.DeleteAttachmentWithResponse(t.Context(), id, attachments[0].Id)
	common.Expect(t, 204, deleted, err)
	require.Equal(t, attachments[1:], get(t, api, id).Attachments)
}

// form returns the content type and the body of an upload.
func form(t *testing.T, files ...file) (contentType string, body *bytes.Buffer) {
	body = &bytes.Buffer{}
	writer := multipart.NewWriter(body)
	for _, file := range files {
		part, err := writer.CreatePart(textproto.MIMEHeader{
			"Content-Disposition": {multipart.FileContentDisposition("files", file.name)},
			"Content-Type":        {file.contentType},
		})
		require.NoError(t, err)
		_, err = part.Write(file.content)
		require.NoError(t, err)
	}
	require.NoError(t, writer.Close())
	return writer.FormDataContentType(), body
}

// sendBack replaces a task with the response of GET.
func sendBack(t *testing.T, api *client.ClientWithResponses, id int64) {
	r, err := api.GetTaskWithResponse(t.Context(), id)
	before := common.Expect(t, 200, r, err)
	replaced, err := api.ReplaceTaskWithBodyWithResponse(t.Context(), id, "application/json", bytes.NewReader(before.Body))
	after := *common.Expect(t, 200, replaced, err).JSON200
	expected := *before.JSON200
	expected.UpdatedAt = after.UpdatedAt
	require.Equal(t, expected, after)
	require.Equal(t, 2, len(after.Comments)+len(after.Attachments))
}

func move(t *testing.T, api *client.ClientWithResponses, id int64) {
	task := get(t, api, id)
	r, err := api.ReorderTaskWithResponse(t.Context(), id, client.ReorderInput{
		TargetStatus: client.TaskStatusTODO, TargetIndex: 1,
	})
	moved := *common.Expect(t, 200, r, err).JSON200
	require.Equal(t, client.ReorderedTask{
		Id:             id,
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

func checkErrors(t *testing.T, api *client.ClientWithResponses, id int64) {
	r, err := api.CreateTaskWithResponse(t.Context(), client.TaskInput{
		Title: "", Status: client.TaskStatusDONE, Labels: nullable.NewNullableWithValue([]string{" "}),
	})
	invalid := common.ExpectError(t, 400, common.Expect(t, 400, r, err).JSON400)
	require.Equal(t, "Validation failed", invalid.Message)
	require.Equal(t, []string{"labels[0]", "title"}, slices.Sorted(maps.Keys(*invalid.Errors)))
	require.Equal(t, "Title is required and must be between 1 and 100 characters", (*invalid.Errors)["title"])

	unknown := id + 1_000_000
	read, err := api.GetTaskWithResponse(t.Context(), unknown)
	missing := common.ExpectError(t, 404, common.Expect(t, 404, read, err).JSON404)
	require.Equal(t, fmt.Sprintf("Task not found with id: %d", unknown), missing.Message)
	require.Nil(t, missing.Errors)
	replaced, err := api.ReplaceTaskWithResponse(t.Context(), unknown, client.TaskInput{
		Title: "a", Status: client.TaskStatusTODO,
	})
	common.ExpectError(t, 404, common.Expect(t, 404, replaced, err).JSON404)
	deleted, err := api.DeleteCommentWithResponse(t.Context(), id, unknown)
	common.ExpectError(t, 404, common.Expect(t, 404, deleted, err).JSON404)
}
