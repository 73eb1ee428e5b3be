import assert from 'node:assert/strict'
import type { Client, ErrorBody, Task, TaskInput } from '../client.ts'
import { expectData, expectError, MOMENT } from './expect.ts'

const FULL: TaskInput = {
  title: 'Crème brûlée',
  description: 'For "twelve" & more <guests>',
  status: 'IN_PROGRESS',
  priority: 'URGENT',
  dueDate: '2026-04-30',
  labels: ['kitchen', 'Nachtisch', 'kitchen'],
  checklistItems: [
    { text: 'Eggs', done: true },
    { text: 'Sugar', done: false },
  ],
}
const NULLS: TaskInput = {
  title: 'Nothing but nulls',
  description: null,
  status: 'TODO',
  priority: null,
  dueDate: null,
  labels: null,
  checklistItems: [{ text: 'Not done', done: null }],
}

/** Uses all operations on tasks, beginning and ending with an empty board. */
export async function workOnBoard(client: Client): Promise<void> {
  await expectData(204, client.deleteAllTasks())
  const { full, nulls } = await createTasks(client)
  await readTasks(client, { full, nulls })
  await discuss(client, full.id)
  await attach(client, full.id)
  await sendBack(client, full.id)
  await move(client, full.id)
  await checkErrors(client, full.id)
  await expectData(204, client.deleteTask(full.id))
  await expectError(404, client.getTask(full.id))
}

async function createTasks(client: Client) {
  const full = await expectData(201, client.createTask(FULL))
  assert.ok(Number.isSafeInteger(full.id) && full.id > 0)
  assert.match(full.createdAt, MOMENT)
  const ids = full.checklistItems.map(({ id }) => id)
  assert.equal(new Set(ids).size, 2)
  assert.deepEqual(full, {
    ...FULL,
    id: full.id,
    sortOrder: 0,
    checklistItems: FULL.checklistItems?.map((item, index) => ({ id: ids[index], ...item })),
    comments: [],
    attachments: [],
    createdAt: full.createdAt,
    updatedAt: full.createdAt,
  })

  const nulls = await expectData(201, client.createTask(NULLS))
  assert.deepEqual(nulls, {
    id: nulls.id,
    title: 'Nothing but nulls',
    description: null,
    status: 'TODO',
    priority: 'MEDIUM',
    dueDate: null,
    sortOrder: 0,
    labels: [],
    checklistItems: [{ id: nulls.checklistItems[0]?.id, text: 'Not done', done: false }],
    comments: [],
    attachments: [],
    createdAt: nulls.createdAt,
    updatedAt: nulls.updatedAt,
  })

  const minimal = await expectData(201, client.createTask({ title: 'a', status: 'TODO' }))
  assert.deepEqual(
    [minimal.description, minimal.priority, minimal.dueDate, minimal.labels, minimal.checklistItems, minimal.sortOrder],
    [null, 'MEDIUM', null, [], [], 1],
  )
  return { full, nulls }
}

async function readTasks(client: Client, { full, nulls }: { full: Task; nulls: Task }): Promise<void> {
  assert.deepEqual(await expectData(200, client.getTask(full.id)), full)
  assert.deepEqual(await expectData(200, client.getTask(nulls.id)), nulls)

  const page = await expectData(200, client.listTasks({ page: 1, size: 2, sort: 'title', direction: 'asc' }))
  assert.deepEqual(
    { ...page, content: page.content.map(({ title }) => title) },
    { content: ['a'], totalElements: 3, totalPages: 2, currentPage: 1, pageSize: 2 },
  )
  const firstPage = await expectData(200, client.listTasks({}))
  assert.equal(firstPage.pageSize, 20)
  assert.deepEqual(firstPage.content.slice(0, 2), [full, nulls])

  const searches = {
    'CRÈME BRÛLÉE': [full.id],
    nachtISCH: [full.id],
    '"twelve" & more <': [full.id],
    '%': [],
  }
  for (const [search, ids] of Object.entries(searches)) {
    const { content } = await expectData(200, client.listTasks({ search }))
    assert.deepEqual(
      content.map(({ id }) => id),
      ids,
      `a search for ${search}`,
    )
  }
  const filtered = await expectData(
    200,
    client.listTasks({ status: 'TODO', priority: 'MEDIUM', sort: 'sortOrder', direction: 'desc' }),
  )
  assert.deepEqual(
    filtered.content.map(({ title }) => title),
    ['a', 'Nothing but nulls'],
  )

  assert.deepEqual(await expectData(200, client.getTaskSummary()), {
    totalTasks: 3,
    todoTasks: 2,
    inProgressTasks: 1,
    doneTasks: 0,
  })
}

async function discuss(client: Client, id: number): Promise<void> {
  const first = await expectData(201, client.createComment(id, { text: 'Zuerst — 先に 🍮' }))
  assert.equal(first.text, 'Zuerst — 先に 🍮')
  assert.match(first.createdAt, MOMENT)
  assert.equal(first.updatedAt, first.createdAt)
  const second = await expectData(201, client.createComment(id, { text: 'Then' }))
  const changed = await expectData(200, client.updateComment(id, second.id, { text: 'After that' }))
  assert.deepEqual(changed, { ...second, text: 'After that', updatedAt: changed.updatedAt })
  assert.deepEqual((await expectData(200, client.getTask(id))).comments, [first, changed])
  await expectData(204, client.deleteComment(id, second.id))
  assert.deepEqual((await expectData(200, client.getTask(id))).comments, [first])
}

async function attach(client: Client, id: number): Promise<void> {
  const bytes = Uint8Array.from({ length: 256 }, (_, index) => index)
  // Valid JSON with a byte order mark that changes when it is parsed and serialized again.
  const json = new TextEncoder().encode('\ufeff{ "amount" : 1.0,\r\n "amount":2 }\n')
  const files = [
    new File([bytes], 'all-bytes.bin', { type: 'application/octet-stream' }),
    new File([json], 'Übersicht 任务 🗂.json', { type: 'application/json' }),
  ]
  const attachments = await expectData(201, client.uploadAttachments(id, files))
  assert.deepEqual(
    attachments,
    files.map(({ name, type, size }, index) => ({
      id: attachments[index]?.id,
      fileName: name,
      contentType: type,
      fileSizeBytes: size,
      uploadedAt: attachments[index]?.uploadedAt,
    })),
  )
  const [first, second] = attachments
  assert.ok(first && second)
  assert.match(first.uploadedAt, MOMENT)
  assert.deepEqual(new Uint8Array(await expectData(200, client.downloadAttachment(id, first.id))), bytes)
  assert.deepEqual(new Uint8Array(await expectData(200, client.downloadAttachment(id, second.id))), json)
  await expectData(204, client.deleteAttachment(id, first.id))
  assert.deepEqual((await expectData(200, client.getTask(id))).attachments, [second])
}

async function sendBack(client: Client, id: number): Promise<void> {
  const before = await expectData(200, client.getTask(id))
  const after = await expectData(200, client.replaceTask(id, before))
  assert.deepEqual(after, { ...before, updatedAt: after.updatedAt })
  assert.equal(after.comments.length + after.attachments.length, 2)
}

async function move(client: Client, id: number): Promise<void> {
  const before = await expectData(200, client.getTask(id))
  const { attachments, ...rest } = before
  const moved = await expectData(200, client.reorderTask(id, { targetStatus: 'TODO', targetIndex: 1 }))
  assert.deepEqual(moved, {
    ...rest,
    status: 'TODO',
    sortOrder: 1,
    checklistItems: [],
    comments: [],
    updatedAt: moved.updatedAt,
  })
  assert.deepEqual(await expectData(200, client.getTask(id)), {
    ...before,
    status: 'TODO',
    sortOrder: 1,
    updatedAt: moved.updatedAt,
  })
}

async function checkErrors(client: Client, id: number): Promise<void> {
  const invalid = await expectError(400, client.createTask({ title: '', status: 'DONE', labels: [' '] }))
  assert.equal(invalid.message, 'Validation failed')
  const errors: NonNullable<ErrorBody['errors']> = invalid.errors ?? {}
  assert.deepEqual(Object.keys(errors).sort(), ['labels[0]', 'title'])
  assert.equal(errors.title, 'Title is required and must be between 1 and 100 characters')

  const unknown = id + 1_000_000
  const missing = await expectError(404, client.getTask(unknown))
  assert.equal(missing.message, `Task not found with id: ${unknown}`)
  assert.equal(missing.errors, undefined)
  await expectError(404, client.replaceTask(unknown, { title: 'a', status: 'TODO' }))
  await expectError(404, client.deleteComment(id, unknown))
}
