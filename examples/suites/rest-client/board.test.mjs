// Tests what docs/getting-started.md describes, with fetch and the test runner of Node.js.
import assert from 'node:assert/strict'
import { test } from 'node:test'

const { BASE_URL = 'http://127.0.0.1:3000' } = process.env
const V1 = `${BASE_URL}/api/v1`
const V2 = `${BASE_URL}/api/v2`

/** Sends a request, and returns the status and the body. An object is sent as JSON. */
async function send(method, url, body, token) {
  const isForm = body instanceof FormData
  const response = await fetch(url, {
    method,
    headers: {
      ...(body !== undefined && !isForm && { 'Content-Type': 'application/json' }),
      ...(token !== undefined && { Authorization: `Bearer ${token}` }),
    },
    body: isForm ? body : JSON.stringify(body),
  })
  const text = await response.text()
  const isJson = response.headers.get('Content-Type')?.startsWith('application/json')
  return { status: response.status, body: isJson ? JSON.parse(text) : text }
}

async function create(values) {
  const { status, body } = await send('POST', `${V1}/tasks`, { title: 'Pack', status: 'TODO', ...values })
  assert.equal(status, 201)
  return body
}

async function get(id) {
  const { status, body } = await send('GET', `${V1}/tasks/${id}`)
  assert.equal(status, 200)
  return body
}

function filesOf(...contents) {
  const form = new FormData()
  for (const content of contents) form.append('files', new File([content], 'seat.txt', { type: 'text/plain' }))
  return form
}

async function logIn(username, password) {
  const { status, body } = await send('POST', `${V2}/auth/login`, { username, password })
  assert.equal(status, 200)
  return body.token
}

const word = () => `word${Math.random().toString(36).slice(2)}`

test('creates a task with a checklist', async () => {
  const task = await create({ checklistItems: [{ text: 'Passport' }, { text: 'Tickets' }] })
  const { title, description, status, priority, dueDate, labels, comments, attachments } = task
  assert.deepEqual(
    { title, description, status, priority, dueDate, labels, comments, attachments },
    {
      title: 'Pack',
      description: null,
      status: 'TODO',
      priority: 'MEDIUM',
      dueDate: null,
      labels: [],
      comments: [],
      attachments: [],
    },
  )
  assert.deepEqual(
    task.checklistItems.map(({ text, done }) => [text, done]),
    [
      ['Passport', false],
      ['Tickets', false],
    ],
  )
  assert.match(task.createdAt, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/)
  assert.deepEqual(await get(task.id), task)
})

test('gives new tasks the next positions in their column', async () => {
  const first = await create()
  const second = await create()
  assert.equal(second.sortOrder, first.sortOrder + 1)
})

test('requires a title and a status', async () => {
  assert.equal((await send('POST', `${V1}/tasks`, { status: 'TODO' })).status, 400)
  assert.equal((await send('POST', `${V1}/tasks`, { title: 'Pack' })).status, 400)
})

test('accepts only the three columns as the status', async () => {
  assert.equal((await send('POST', `${V1}/tasks`, { title: 'Pack', status: 'LATER' })).status, 400)
})

test('replaces a task: omitted fields fall back to their defaults', async () => {
  const task = await create({
    description: 'For the trip',
    labels: ['trip'],
    checklistItems: [{ text: 'Passport' }, { text: 'Tickets' }],
  })
  const { status, body } = await send('PUT', `${V1}/tasks/${task.id}`, {
    title: 'Pack everything',
    status: 'DONE',
    priority: 'HIGH',
    dueDate: '2027-01-31',
    checklistItems: [{ text: 'Tickets', done: true }, { text: 'Camera' }],
  })
  assert.equal(status, 200)
  const { title, description, priority, dueDate, labels, createdAt } = body
  assert.deepEqual(
    { title, description, status: body.status, priority, dueDate, labels, createdAt },
    {
      title: 'Pack everything',
      description: null,
      status: 'DONE',
      priority: 'HIGH',
      dueDate: '2027-01-31',
      labels: [],
      createdAt: task.createdAt,
    },
  )
  const [tickets, camera] = body.checklistItems
  const [passport, oldTickets] = task.checklistItems
  assert.deepEqual(tickets, { id: oldTickets.id, text: 'Tickets', done: true })
  assert.equal(camera.text, 'Camera')
  assert.ok(![passport.id, oldTickets.id].includes(camera.id))
  assert.deepEqual(await get(task.id), body)
})

test('keeps comments and attachments when a task is replaced', async () => {
  const { id } = await create()
  await send('POST', `${V1}/tasks/${id}/comments`, { text: 'Do not forget the charger.' })
  await send('POST', `${V1}/tasks/${id}/attachments`, filesOf('Window seat, row 12.'))
  const { body } = await send('PUT', `${V1}/tasks/${id}`, { title: 'Pack', status: 'TODO' })
  assert.equal(body.comments.length, 1)
  assert.equal(body.attachments.length, 1)
})

test('filters a list by text, status and priority', async () => {
  const text = word()
  const found = await create({ title: `Pack ${text}`, priority: 'HIGH' })
  await create({ title: `Pack ${text}`, priority: 'LOW' })
  await create({ title: `Pack ${text}`, priority: 'HIGH', status: 'DONE' })
  await create({ priority: 'HIGH' })
  const { status, body } = await send(
    'GET',
    `${V1}/tasks?search=${text.toUpperCase()}&priority=HIGH&status=TODO&size=100`,
  )
  assert.equal(status, 200)
  assert.deepEqual(body, { content: [found], totalElements: 1, totalPages: 1, currentPage: 0, pageSize: 100 })
})

test('sorts a list in both directions', async () => {
  const text = word()
  for (const day of ['02', '01', '03']) await create({ title: text, dueDate: `2027-01-${day}` })
  const daysOf = async (direction) => {
    const { body } = await send('GET', `${V1}/tasks?search=${text}&sort=dueDate&direction=${direction}`)
    return body.content.map(({ dueDate }) => dueDate.slice(-2))
  }
  assert.deepEqual(await daysOf('asc'), ['01', '02', '03'])
  assert.deepEqual(await daysOf('desc'), ['03', '02', '01'])
})

test('splits a list into pages, counted from 0', async () => {
  const text = word()
  for (const number of [1, 2, 3]) await create({ title: `${text} ${number}` })
  const pages = []
  for (const page of [0, 1]) {
    pages.push((await send('GET', `${V1}/tasks?search=${text}&sort=title&size=2&page=${page}`)).body)
  }
  assert.deepEqual(
    pages.map(({ content }) => content.map(({ title }) => title)),
    [[`${text} 1`, `${text} 2`], [`${text} 3`]],
  )
  const [{ totalElements, totalPages, currentPage, pageSize }] = pages
  assert.deepEqual([totalElements, totalPages, currentPage, pageSize], [3, 2, 0, 2])
})

test('has 20 tasks per page by default, and refuses more than 100', async () => {
  assert.equal((await send('GET', `${V1}/tasks`)).body.pageSize, 20)
  assert.equal((await send('GET', `${V1}/tasks?size=100`)).status, 200)
  assert.equal((await send('GET', `${V1}/tasks?size=101`)).status, 400)
})

test('adds a comment', async () => {
  const { id } = await create()
  const { status, body } = await send('POST', `${V1}/tasks/${id}/comments`, { text: 'Do not forget the charger.' })
  assert.equal(status, 201)
  assert.equal(body.text, 'Do not forget the charger.')
  assert.deepEqual((await get(id)).comments, [body])
})

test('stores files, and returns the same bytes', async () => {
  const { id } = await create()
  const uploaded = await send('POST', `${V1}/tasks/${id}/attachments`, filesOf('Window seat, row 12.\n'))
  assert.equal(uploaded.status, 201)
  const [{ fileName, contentType, fileSizeBytes, ...attachment }] = uploaded.body
  assert.deepEqual([fileName, contentType, fileSizeBytes], ['seat.txt', 'text/plain', 21])
  const download = await send('GET', `${V1}/tasks/${id}/attachments/${attachment.id}`)
  assert.equal(download.status, 200)
  assert.equal(download.body, 'Window seat, row 12.\n')
})

test('accepts up to three files of up to 1 MB', async () => {
  const { id } = await create()
  const upload = async (...contents) =>
    (await send('POST', `${V1}/tasks/${id}/attachments`, filesOf(...contents))).status
  assert.equal(await upload('x'.repeat(1024 * 1024 + 1)), 400)
  assert.equal(await upload('1', '2', '3'), 201)
  assert.equal((await get(id)).attachments.length, 3)
  assert.equal(await upload('4'), 400)
})

test('moves a task to a position in another column', async () => {
  const task = await create({ checklistItems: [{ text: 'Passport' }] })
  await create({ status: 'IN_PROGRESS' })
  const target = { targetStatus: 'IN_PROGRESS', targetIndex: 0 }
  const { status, body } = await send('POST', `${V1}/tasks/${task.id}/reorder`, target)
  assert.equal(status, 200)
  assert.deepEqual([body.status, body.sortOrder, body.checklistItems, body.comments], ['IN_PROGRESS', 0, [], []])
  assert.equal('attachments' in body, false)
  const stored = await get(task.id)
  assert.deepEqual([stored.status, stored.sortOrder], ['IN_PROGRESS', 0])
  assert.deepEqual(stored.checklistItems, task.checklistItems)
})

test('moves a task to the end with an index past the end', async () => {
  const [first, second] = [await create(), await create()]
  const target = { targetStatus: 'TODO', targetIndex: 10_000 }
  const { body } = await send('POST', `${V1}/tasks/${first.id}/reorder`, target)
  assert.equal(body.sortOrder, second.sortOrder)
  assert.equal((await get(second.id)).sortOrder, first.sortOrder)
})

test('v2 refuses requests without an access token', async () => {
  const { id } = await create()
  const { status, body } = await send('GET', `${V2}/tasks/${id}`)
  assert.equal(status, 403)
  assert.equal(body.status, 403)
  assert.equal(body.error, 'Forbidden')
  assert.match(body.path, /\/api\/v2\/tasks\/\d+$/)
  assert.match(body.timestamp, /Z$/)
})

test('v2 accepts an access token, and knows its user', async () => {
  const token = await logIn('user', 'user123')
  const task = await create()
  assert.deepEqual((await send('GET', `${V2}/tasks/${task.id}`, undefined, token)).body, task)
  assert.deepEqual(await send('GET', `${V2}/auth/me`, undefined, token), {
    status: 200,
    body: { username: 'user', role: 'ROLE_USER' },
  })
})

test('v2 lets only the role ADMIN delete all tasks', async () => {
  const { id } = await create()
  const token = await logIn('user', 'user123')
  assert.equal((await send('DELETE', `${V2}/tasks`, undefined, token)).status, 403)
  await get(id)
})

test('deletes all tasks, and never uses their ids again', async () => {
  const { id } = await create()
  assert.equal((await send('DELETE', `${V1}/tasks`)).status, 204)
  assert.equal((await send('GET', `${V1}/tasks`)).body.totalElements, 0)
  assert.equal((await send('GET', `${V1}/tasks/${id}`)).status, 404)
  assert.equal((await create()).id, id + 1)
})
