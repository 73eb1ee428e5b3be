package scenario;

import static org.assertj.core.api.Assertions.assertThat;

import client.ApiClient;
import client.api.AttachmentsApi;
import client.api.CommentsApi;
import client.api.TasksApi;
import client.model.Attachment;
import client.model.ChecklistItem;
import client.model.ChecklistItemInput;
import client.model.Comment;
import client.model.CommentInput;
import client.model.ErrorResponse;
import client.model.ReorderInput;
import client.model.ReorderedTask;
import client.model.Task;
import client.model.TaskInput;
import client.model.TaskPage;
import client.model.TaskPriority;
import client.model.TaskStatus;
import client.model.TaskSummary;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;

/** The scenario of test/clients/scenario/board.ts: all operations on tasks, from an empty board to an empty board. */
public final class TaskScenario {
    private final TasksApi tasks;
    private final CommentsApi comments;
    private final AttachmentsApi attachments;

    TaskScenario(ApiClient connected) {
        ApiClient client = Tool.sendNulls(connected);
        tasks = new TasksApi(client);
        comments = new CommentsApi(client);
        attachments = new AttachmentsApi(client);
    }

    public static void main(String[] args) throws Exception {
        new TaskScenario(Tool.connect(System.getenv("BASE_URL"), null)).run();
    }

    void run() throws Exception {
        Expect.data(204, tasks::deleteAllTasksWithHttpInfo);
        Task full = createFull();
        Task nulls = createNulls();
        createMinimal();
        read(full, nulls);
        search(full);
        discuss(full.getId());
        attach(full.getId());
        sendBack(full.getId());
        move(full.getId());
        checkErrors(full.getId());
        Expect.data(204, () -> tasks.deleteTaskWithHttpInfo(full.getId()));
        Expect.error(404, () -> tasks.getTaskWithHttpInfo(full.getId()));
        Expect.data(204, tasks::deleteAllTasksWithHttpInfo);
        System.out.println("board");
    }

    private Task get(long id) throws Exception {
        return Expect.data(200, () -> tasks.getTaskWithHttpInfo(id));
    }

    private Task create(TaskInput input) throws Exception {
        return Expect.data(201, () -> tasks.createTaskWithHttpInfo(input));
    }

    private Task createFull() throws Exception {
        List<ChecklistItemInput> items =
                List.of(new ChecklistItemInput().text("Eggs").done(true), new ChecklistItemInput().text("Sugar").done(false));
        TaskInput input = new TaskInput()
                .title("Crème brûlée")
                .description("For \"twelve\" & more <guests>")
                .status(TaskStatus.IN_PROGRESS)
                .priority(TaskInput.PriorityEnum.URGENT)
                .dueDate(LocalDate.parse("2026-04-30"))
                .labels(List.of("kitchen", "Nachtisch", "kitchen"))
                .checklistItems(items);
        Task full = create(input);
        assertThat(full.getId()).isPositive();
        Expect.moment(full.getCreatedAt());
        List<ChecklistItem> created = full.getChecklistItems();
        assertThat(created).extracting(ChecklistItem::getId).doesNotHaveDuplicates();
        assertThat(full)
                .isEqualTo(new Task()
                        .id(full.getId())
                        .title("Crème brûlée")
                        .description("For \"twelve\" & more <guests>")
                        .status(TaskStatus.IN_PROGRESS)
                        .priority(TaskPriority.URGENT)
                        .dueDate(LocalDate.parse("2026-04-30"))
                        .sortOrder(0L)
                        .labels(List.of("kitchen", "Nachtisch", "kitchen"))
                        .checklistItems(List.of(
                                new ChecklistItem().id(created.get(0).getId()).text("Eggs").done(true),
                                new ChecklistItem().id(created.get(1).getId()).text("Sugar").done(false)))
                        .comments(List.of())
                        .attachments(List.of())
                        .createdAt(full.getCreatedAt())
                        .updatedAt(full.getCreatedAt()));
        return full;
    }

    private Task createNulls() throws Exception {
        TaskInput input = new TaskInput()
                .title("Nothing but nulls")
                .description(null)
                .status(TaskStatus.TODO)
                .priority(null)
                .dueDate(null)
                .labels(null)
                .checklistItems(List.of(new ChecklistItemInput().text("Not done").done(null)));
        assertThat(Tool.write(input)).contains("\"description\":null", "\"priority\":null", "\"dueDate\":null")
                .contains("\"labels\":null", "\"done\":null");
        Task nulls = create(input);
        assertThat(nulls)
                .isEqualTo(new Task()
                        .id(nulls.getId())
                        .title("Nothing but nulls")
                        .description(null)
                        .status(TaskStatus.TODO)
                        .priority(TaskPriority.MEDIUM)
                        .dueDate(null)
                        .sortOrder(0L)
                        .labels(List.of())
                        .checklistItems(List.of(new ChecklistItem()
                                .id(nulls.getChecklistItems().get(0).getId())
                                .text("Not done")
                                .done(false)))
                        .comments(List.of())
                        .attachments(List.of())
                        .createdAt(nulls.getCreatedAt())
                        .updatedAt(nulls.getUpdatedAt()));
        return nulls;
    }

    private void createMinimal() throws Exception {
        Task minimal = create(new TaskInput().title("a").status(TaskStatus.TODO));
        assertThat(minimal.getDescription()).isNull();
        assertThat(minimal.getPriority()).isEqualTo(TaskPriority.MEDIUM);
        assertThat(minimal.getDueDate()).isNull();
        assertThat(minimal.getLabels()).isEmpty();
        assertThat(minimal.getChecklistItems()).isEmpty();
        assertThat(minimal.getSortOrder()).isEqualTo(1);
    }

    private void read(Task full, Task nulls) throws Exception {
        assertThat(get(full.getId())).isEqualTo(full);
        assertThat(get(nulls.getId())).isEqualTo(nulls);

        TaskPage page = Expect.data(200, () -> tasks.listTasksWithHttpInfo(1L, 2, null, null, null, "title", "asc"));
        assertThat(page.getContent()).extracting(Task::getTitle).containsExactly("a");
        assertThat(page.getTotalElements()).isEqualTo(3);
        assertThat(page.getTotalPages()).isEqualTo(2);
        assertThat(page.getCurrentPage()).isEqualTo(1);
        assertThat(page.getPageSize()).isEqualTo(2);

        TaskPage first = Expect.data(200, () -> tasks.listTasksWithHttpInfo(null, null, null, null, null, null, null));
        assertThat(first.getPageSize()).isEqualTo(20);
        assertThat(first.getContent()).hasSize(3).startsWith(full, nulls);

        TaskPage filtered = Expect.data(200, () -> tasks.listTasksWithHttpInfo(
                null, null, TaskStatus.TODO, TaskPriority.MEDIUM, null, "sortOrder", "desc"));
        assertThat(filtered.getContent()).extracting(Task::getTitle).containsExactly("a", "Nothing but nulls");

        TaskSummary summary = Expect.data(200, tasks::getTaskSummaryWithHttpInfo);
        assertThat(summary)
                .isEqualTo(new TaskSummary().totalTasks(3L).todoTasks(2L).inProgressTasks(1L).doneTasks(0L));
    }

    private void search(Task full) throws Exception {
        for (String text : List.of("CRÈME BRÛLÉE", "nachtISCH", "\"twelve\" & more <", "%")) {
            TaskPage found = Expect.data(200, () -> tasks.listTasksWithHttpInfo(null, null, null, null, text, null, null));
            assertThat(found.getContent()).as(text).isEqualTo(text.equals("%") ? List.of() : List.of(full));
        }
    }

    private void discuss(long id) throws Exception {
        Comment first = comment(id, "Zuerst — 先に 🍮");
        assertThat(first.getText()).isEqualTo("Zuerst — 先に 🍮");
        Expect.moment(first.getCreatedAt());
        assertThat(first.getUpdatedAt()).isEqualTo(first.getCreatedAt());
        Comment second = comment(id, "Then");
        CommentInput input = new CommentInput().text("After that");
        Comment changed = Expect.data(200, () -> comments.updateCommentWithHttpInfo(input, id, second.getId()));
        assertThat(changed).isEqualTo(second.text("After that").updatedAt(changed.getUpdatedAt()));
        assertThat(get(id).getComments()).containsExactly(first, changed);
        Expect.data(204, () -> comments.deleteCommentWithHttpInfo(id, second.getId()));
        assertThat(get(id).getComments()).containsExactly(first);
    }

    private Comment comment(long id, String text) throws Exception {
        return Expect.data(201, () -> comments.createCommentWithHttpInfo(new CommentInput().text(text), id));
    }

    private void attach(long id) throws Exception {
        byte[] bytes = new byte[256];
        for (int index = 0; index < bytes.length; index++) bytes[index] = (byte) index;
        // Valid JSON with a byte order mark that changes when it is parsed and serialized again.
        byte[] json = "\ufeff{ \"amount\" : 1.0,\r\n \"amount\":2 }\n".getBytes("UTF-8");
        Path folder = Files.createTempDirectory("scenario");
        List<File> files = List.of(
                Files.write(folder.resolve("all-bytes.bin"), bytes).toFile(),
                Files.write(folder.resolve("Übersicht 任务 🗂.json"), json).toFile());
        List<Attachment> attached = Expect.data(201, () -> attachments.uploadAttachmentsWithHttpInfo(files, id));
        assertThat(attached).hasSize(2);
        Attachment first = attached.get(0);
        Attachment second = attached.get(1);
        checkAttachment(first, "all-bytes.bin", "application/octet-stream", bytes.length);
        checkAttachment(second, "Übersicht 任务 🗂.json", "application/json", json.length);
        assertThat(download(id, first)).isEqualTo(bytes);
        assertThat(download(id, second)).isEqualTo(json);
        Expect.data(204, () -> attachments.deleteAttachmentWithHttpInfo(id, first.getId()));
        assertThat(get(id).getAttachments()).containsExactly(second);
    }

    private void checkAttachment(Attachment attachment, String name, String type, long size) {
        assertThat(attachment.getFileName()).isEqualTo(name);
        assertThat(attachment.getContentType()).isEqualTo(type);
        assertThat(attachment.getFileSizeBytes()).isEqualTo(size);
        Expect.moment(attachment.getUploadedAt());
    }

    private byte[] download(long id, Attachment attachment) throws Exception {
        File file = Expect.data(200, () -> attachments.downloadAttachmentWithHttpInfo(id, attachment.getId()));
        return Files.readAllBytes(file.toPath());
    }

    private void sendBack(long id) throws Exception {
        Task before = get(id);
        TaskInput input = Tool.read(Tool.write(before), TaskInput.class);
        Task after = Expect.data(200, () -> tasks.replaceTaskWithHttpInfo(input, id));
        assertThat(after).isEqualTo(before.updatedAt(after.getUpdatedAt()));
        assertThat(after.getComments()).hasSize(1);
        assertThat(after.getAttachments()).hasSize(1);
    }

    private void move(long id) throws Exception {
        Task before = get(id);
        ReorderInput input = new ReorderInput().targetStatus(TaskStatus.TODO).targetIndex(1L);
        ReorderedTask moved = Expect.data(200, () -> tasks.reorderTaskWithHttpInfo(input, id));
        assertThat(moved)
                .isEqualTo(new ReorderedTask()
                        .id(id)
                        .title(before.getTitle())
                        .description(before.getDescription())
                        .status(TaskStatus.TODO)
                        .priority(before.getPriority())
                        .dueDate(before.getDueDate())
                        .sortOrder(1L)
                        .labels(before.getLabels())
                        .checklistItems(List.of())
                        .comments(List.of())
                        .createdAt(before.getCreatedAt())
                        .updatedAt(moved.getUpdatedAt()));
        assertThat(get(id))
                .isEqualTo(before.status(TaskStatus.TODO).sortOrder(1L).updatedAt(moved.getUpdatedAt()));
    }

    private void checkErrors(long id) throws Exception {
        TaskInput empty = new TaskInput().title("").status(TaskStatus.DONE).labels(List.of(" "));
        ErrorResponse invalid = Expect.error(400, () -> tasks.createTaskWithHttpInfo(empty));
        assertThat(invalid.getMessage()).isEqualTo("Validation failed");
        Map<String, String> errors = invalid.getErrors();
        assertThat(errors)
                .containsOnlyKeys("title", "labels[0]")
                .containsEntry("title", "Title is required and must be between 1 and 100 characters");

        long unknown = id + 1_000_000;
        ErrorResponse missing = Expect.error(404, () -> tasks.getTaskWithHttpInfo(unknown));
        assertThat(missing.getMessage()).isEqualTo("Task not found with id: " + unknown);
        assertThat(missing.getErrors()).isNullOrEmpty();
        TaskInput minimal = new TaskInput().title("a").status(TaskStatus.TODO);
        Expect.error(404, () -> tasks.replaceTaskWithHttpInfo(minimal, unknown));
        Expect.error(404, () -> comments.deleteCommentWithHttpInfo(id, unknown));
    }
}
