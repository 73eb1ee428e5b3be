package scenario

import client.apis.AttachmentsApi
import client.apis.CommentsApi
import client.apis.TasksApi
import client.models.Attachment
import client.models.ChecklistItem
import client.models.ChecklistItemInput
import client.models.CommentInput
import client.models.ReorderInput
import client.models.ReorderedTask
import client.models.Task
import client.models.TaskInput
import client.models.TaskPage
import client.models.TaskPriority
import client.models.TaskStatus
import client.models.TaskSummary
import com.fasterxml.jackson.module.kotlin.convertValue
import java.io.File
import java.time.LocalDate
import kotlin.io.path.createTempDirectory
import kotlin.test.assertContentEquals
import kotlin.test.assertEquals
import kotlin.test.assertTrue

/** The scenario of test/clients/scenario/board.ts: all operations on tasks, from an empty board to an empty board. */
object TaskScenario {
    @JvmStatic
    fun main(args: Array<String>) = workOnBoard(null)
}

fun workOnBoard(token: String?) {
    sendNulls()
    Board(
        TasksApi(BASE_URL, bearer(token)),
        CommentsApi(BASE_URL, bearer(token)),
        AttachmentsApi(BASE_URL, bearer(token)),
    ).work()
    println("board")
}

private class Board(val tasks: TasksApi, val comments: CommentsApi, val attachments: AttachmentsApi) {
    fun work() {
        expectData(204, tasks.deleteAllTasksWithHttpInfo())
        val full = createFull()
        val nulls = createNulls()
        createMinimal()
        read(full, nulls)
        discuss(full.id)
        attach(full.id)
        sendBack(full.id)
        move(full.id)
        checkErrors(full.id)
        expectData(204, tasks.deleteTaskWithHttpInfo(full.id))
        expectError(404, tasks.getTaskWithHttpInfo(full.id))
        expectData(204, tasks.deleteAllTasksWithHttpInfo())
    }

    fun get(id: Long): Task = expectData(200, tasks.getTaskWithHttpInfo(id))

    fun list(
        page: Long? = null,
        size: Int? = null,
        status: TaskStatus? = null,
        priority: TaskPriority? = null,
        search: String? = null,
        sort: TasksApi.SortListTasks? = null,
        direction: TasksApi.DirectionListTasks? = null,
    ): TaskPage = expectData(200, tasks.listTasksWithHttpInfo(page, size, status, priority, search, sort, direction))

    fun createFull(): Task {
        val input = TaskInput(
            title = "Crème brûlée",
            description = "For \"twelve\" & more <guests>",
            status = TaskStatus.IN_PROGRESS,
            priority = TaskInput.Priority.URGENT,
            dueDate = LocalDate.parse("2026-04-30"),
            labels = listOf("kitchen", "Nachtisch", "kitchen"),
            checklistItems = listOf(ChecklistItemInput("Eggs", true), ChecklistItemInput("Sugar", false)),
        )
        val full = expectData(201, tasks.createTaskWithHttpInfo(input))
        assertTrue(full.id > 0)
        expectMoment(full.createdAt)
        val ids = full.checklistItems.map { it.id }
        assertEquals(2, ids.toSet().size)
        val expected = Task(
            id = full.id,
            title = "Crème brûlée",
            description = "For \"twelve\" & more <guests>",
            status = TaskStatus.IN_PROGRESS,
            priority = TaskPriority.URGENT,
            dueDate = LocalDate.parse("2026-04-30"),
            sortOrder = 0,
            labels = listOf("kitchen", "Nachtisch", "kitchen"),
            checklistItems = listOf(ChecklistItem(ids[0], "Eggs", true), ChecklistItem(ids[1], "Sugar", false)),
            comments = listOf(),
            attachments = listOf(),
            createdAt = full.createdAt,
            updatedAt = full.createdAt,
        )
        assertEquals(expected, full)
        return full
    }

    fun createNulls(): Task {
        val items = listOf(ChecklistItemInput("Not done", null))
        val input = TaskInput("Nothing but nulls", TaskStatus.TODO, null, null, null, null, items)
        val json = JSON.valueToTree<com.fasterxml.jackson.databind.JsonNode>(input)
        assertTrue(listOf("description", "priority", "dueDate", "labels").all { json.get(it).isNull })
        val nulls = expectData(201, tasks.createTaskWithHttpInfo(input))
        val expected = Task(
            id = nulls.id,
            title = "Nothing but nulls",
            description = null,
            status = TaskStatus.TODO,
            priority = TaskPriority.MEDIUM,
            dueDate = null,
            sortOrder = 0,
            labels = listOf(),
            checklistItems = listOf(ChecklistItem(nulls.checklistItems[0].id, "Not done", false)),
            comments = listOf(),
            attachments = listOf(),
            createdAt = nulls.createdAt,
            updatedAt = nulls.updatedAt,
        )
        assertEquals(expected, nulls)
        return nulls
    }

    fun createMinimal() {
        val minimal = expectData(201, tasks.createTaskWithHttpInfo(TaskInput("a", TaskStatus.TODO)))
        assertEquals(null, minimal.description)
        assertEquals(TaskPriority.MEDIUM, minimal.priority)
        assertEquals(null, minimal.dueDate)
        assertEquals(listOf(), minimal.labels)
        assertEquals(listOf(), minimal.checklistItems)
        assertEquals(1, minimal.sortOrder)
    }

    fun read(full: Task, nulls: Task) {
        assertEquals(full, get(full.id))
        assertEquals(nulls, get(nulls.id))

        val page = list(page = 1, size = 2, sort = TasksApi.SortListTasks.title, direction = TasksApi.DirectionListTasks.asc)
        assertEquals(TaskPage(page.content, 3, 2, 1, 2), page)
        assertEquals(listOf("a"), page.content.map { it.title })
        val first = list()
        assertEquals(20, first.pageSize)
        assertEquals(listOf(full, nulls), first.content.take(2))

        for (text in listOf("CRÈME BRÛLÉE", "nachtISCH", "\"twelve\" & more <")) {
            assertEquals(listOf(full), list(search = text).content, text)
        }
        assertEquals(listOf(), list(search = "%").content)
        val filtered = list(
            status = TaskStatus.TODO,
            priority = TaskPriority.MEDIUM,
            sort = TasksApi.SortListTasks.sortOrder,
            direction = TasksApi.DirectionListTasks.desc,
        )
        assertEquals(listOf("a", "Nothing but nulls"), filtered.content.map { it.title })
        assertEquals(TaskSummary(3, 2, 1, 0), expectData(200, tasks.getTaskSummaryWithHttpInfo()))
    }

    fun discuss(id: Long) {
        val first = expectData(201, comments.createCommentWithHttpInfo(id, CommentInput("Zuerst — 先に 🍮")))
        assertEquals("Zuerst — 先に 🍮", first.text)
        expectMoment(first.createdAt)
        assertEquals(first.createdAt, first.updatedAt)
        val second = expectData(201, comments.createCommentWithHttpInfo(id, CommentInput("Then")))
        val changed = expectData(200, comments.updateCommentWithHttpInfo(id, second.id, CommentInput("After that")))
        assertEquals(second.copy(text = "After that", updatedAt = changed.updatedAt), changed)
        assertEquals(listOf(first, changed), get(id).comments)
        expectData(204, comments.deleteCommentWithHttpInfo(id, second.id))
        assertEquals(listOf(first), get(id).comments)
    }

    fun attach(id: Long) {
        val bytes = ByteArray(256) { it.toByte() }
        // Valid JSON with a byte order mark that changes when it is parsed and serialized again.
        val json = "\ufeff{ \"amount\" : 1.0,\r\n \"amount\":2 }\n".toByteArray()
        val folder = createTempDirectory().toFile()
        val files = listOf(
            File(folder, "all-bytes.bin").apply { writeBytes(bytes) },
            File(folder, "Übersicht 任务 🗂.json").apply { writeBytes(json) },
        )
        val attached = expectData(201, attachments.uploadAttachmentsWithHttpInfo(id, files))
        val (first, second) = attached
        assertEquals(
            listOf(
                Attachment(first.id, "all-bytes.bin", "application/octet-stream", 256, first.uploadedAt),
                Attachment(second.id, "Übersicht 任务 🗂.json", "application/json", json.size.toLong(), second.uploadedAt),
            ),
            attached,
        )
        expectMoment(first.uploadedAt)
        assertContentEquals(bytes, expectData(200, attachments.downloadAttachmentWithHttpInfo(id, first.id)).readBytes())
        assertContentEquals(json, expectData(200, attachments.downloadAttachmentWithHttpInfo(id, second.id)).readBytes())
        expectData(204, attachments.deleteAttachmentWithHttpInfo(id, first.id))
        assertEquals(listOf(second), get(id).attachments)
    }

    fun sendBack(id: Long) {
        val before = get(id)
        val after = expectData(200, tasks.replaceTaskWithHttpInfo(id, JSON.convertValue<TaskInput>(before)))
        assertEquals(before.copy(updatedAt = after.updatedAt), after)
        assertEquals(2, after.comments.size + after.attachments.size)
    }

    fun move(id: Long) {
        val before = get(id)
        val moved = expectData(200, tasks.reorderTaskWithHttpInfo(id, ReorderInput(TaskStatus.TODO, 1)))
        val after = before.copy(status = TaskStatus.TODO, sortOrder = 1, updatedAt = moved.updatedAt)
        val expected = JSON.convertValue<ReorderedTask>(after.copy(checklistItems = listOf(), comments = listOf()))
        assertEquals(expected, moved)
        assertEquals(after, get(id))
    }

    fun checkErrors(id: Long) {
        val empty = TaskInput("", TaskStatus.DONE, labels = listOf(" "))
        val invalid = expectError(400, tasks.createTaskWithHttpInfo(empty))
        assertEquals("Validation failed", invalid.message)
        assertEquals(setOf("labels[0]", "title"), invalid.errors?.keys)
        assertEquals("Title is required and must be between 1 and 100 characters", invalid.errors?.get("title"))

        val unknown = id + 1_000_000
        val missing = expectError(404, tasks.getTaskWithHttpInfo(unknown))
        assertEquals("Task not found with id: $unknown", missing.message)
        assertEquals(null, missing.errors)
        expectError(404, tasks.replaceTaskWithHttpInfo(unknown, TaskInput("a", TaskStatus.TODO)))
        expectError(404, comments.deleteCommentWithHttpInfo(id, unknown))
    }
}
