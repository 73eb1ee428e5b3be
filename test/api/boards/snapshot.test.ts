import t from 'tap'
import { createBoard, startBoard, TASK } from '../../kit/board.js'
import { type Json, multipart, startService } from '../../kit/helper.js'

t.test('a snapshot loaded on another server gives the same board and the same snapshot', async (t) => {
  const first = await startService(t)
  const source = await createBoard(first, { fixture: 'demo' })
  const file = Buffer.from(Array.from({ length: 70_000 }, (_, index) => index % 256))
  await source.send('POST /api/v1/tasks/3/attachments', multipart([{ fileName: 'ä"b.bin', content: file }]))
  await source.send('DELETE /api/v1/tasks/20')
  await source.send('POST /api/v1/tasks/2/reorder', { json: { targetStatus: 'DONE', targetIndex: 0 } })
  await source.asOwner('PUT /faults', { json: { seed: 9, script: [[], ['server-error']], disclose: true } })
  for (let n = 0; n < 3; n++) await source.send('GET /api/buggy/tasks', { unchecked: true })
  const snapshot = await source.asOwner('GET /snapshot')
  t.equal(snapshot.status, 200)

  const second = await startService(t)
  second.clock.now += 1_000_000
  const target = await createBoard(second, { fixture: 'demo' })
  const { token } = (await target.send('POST /api/v2/auth/login', { json: { username: 'user', password: 'user123' } }))
    .json
  const loaded = await target.asOwner('PUT /snapshot', { json: snapshot.json })
  t.equal(loaded.status, 204)
  t.strictSame((await target.asOwner('GET /snapshot')).json, snapshot.json)
  t.equal((await target.send('GET /api/v2/tasks', { token })).status, 403, 'loading a snapshot ends all sessions')

  for (const path of [
    'tasks?size=100',
    'tasks/summary',
    'tasks/3',
    'tasks?search=shop&sort=title',
    'tasks?status=DONE&sort=sortOrder',
  ]) {
    const [there, here] = await Promise.all([target, source].map(({ send }) => send(`GET /api/v1/${path}`)))
    t.strictSame(there?.json, here?.json, path)
  }
  const { attachments } = (await source.send('GET /api/v1/tasks/3')).json
  const download = await target.send(`GET /api/v1/tasks/3/attachments/${attachments.at(-1).id}`)
  t.ok(download.bytes.equals(file))
  const [there, here] = await Promise.all(
    [target, source].map(({ send }) => send('POST /api/v1/tasks', { json: TASK })),
  )
  t.equal(here?.json.id, 21)
  t.match(there?.json, { id: 21, sortOrder: here?.json.sortOrder }, 'ids continue')
  t.match((await target.asOwner('GET /faults')).json, { seed: 9, ordinal: 3, disclose: true })
})

t.test('an empty board has a snapshot', async (t) => {
  const { asOwner, send } = await startBoard(t)
  const { json } = await asOwner('GET /snapshot')
  t.match(json, { version: 1, lastIds: { task: 0, checklistItem: 0, comment: 0, attachment: 0 }, tasks: { length: 0 } })
  await send('POST /api/v1/tasks', { json: TASK })
  t.equal((await asOwner('PUT /snapshot', { json })).status, 204)
  t.equal((await send('POST /api/v1/tasks', { json: TASK })).json.id, 1)
})

t.test('loads a snapshot whose times a client has written with an offset and with fractions', async (t) => {
  const { asOwner, send } = await startBoard(t, {}, { fixture: 'demo' })
  const { json: snapshot } = await asOwner('GET /snapshot')
  const rewritten = JSON.parse(
    JSON.stringify(snapshot, (key, value) => (/^\w+At$/.test(key) ? inOtherForm(value) : value)),
  )
  t.match(rewritten.tasks[0].createdAt, /\.500\+02:00$/)
  t.equal((await asOwner('PUT /snapshot', { json: rewritten })).status, 204)
  t.strictSame((await asOwner('GET /snapshot')).json, snapshot)
  t.equal((await send('GET /api/v1/tasks/1')).json.createdAt, snapshot.tasks[0].createdAt)
})

/** Returns a timestamp two hours east of UTC, and half a second later. */
function inOtherForm(timestamp: string): string {
  const there = new Date(Date.parse(timestamp) + 2 * 3_600_000)
  return there.toISOString().replace('.000Z', '.500+02:00')
}

t.test('returns 400 for an invalid snapshot, and leaves the board unchanged', async (t) => {
  const { asOwner } = await startBoard(t, {}, { fixture: 'demo' })
  const { json: valid } = await asOwner('GET /snapshot')
  const withFile = valid.tasks.findIndex((task: Json) => task.attachments.length > 0)
  const withItems = valid.tasks.findIndex((task: Json) => task.checklistItems.length > 1)
  const file = `tasks[${withFile}].attachments[0]`
  const edits: [edit: (snapshot: Json) => void, field: string][] = [
    [(s) => delete s.version, 'version'],
    [(s) => (s.version = 2), 'version'],
    [(s) => delete s.tasks, 'tasks'],
    [(s) => (s.tasks[0].title = ''), 'tasks[0].title'],
    [(s) => (s.tasks[0].status = 'OTHER'), 'tasks[0].status'],
    [(s) => (s.tasks[0].createdAt = '2026-03-02T08:30:00'), 'tasks[0].createdAt'],
    [(s) => (s.tasks[0].createdAt = '9999-12-31T23:30:00-01:00'), 'tasks[0].createdAt'],
    [(s) => (s.tasks[0].createdAt = '2026-13-02T08:30:00Z'), 'tasks[0].createdAt'],
    [(s) => (s.tasks[0].description = 'a\0b'), 'tasks[0].description'],
    [(s) => (s.tasks[0].sortOrder = 99), 'tasks'],
    [(s) => (s.tasks[1].id = s.tasks[0].id), 'tasks[1].id'],
    [(s) => (s.lastIds.task = 5), 'tasks[19].id'],
    [(s) => (s.lastIds.comment = Number.MAX_SAFE_INTEGER), 'lastIds.comment'],
    [(s) => (s.faults.ordinal = Number.MAX_SAFE_INTEGER), 'faults.ordinal'],
    [(s) => (s.tasks[0].updatedAt = '2016-12-31T23:59:60Z'), 'tasks[0].updatedAt'],
    [
      (s) => (s.tasks[withItems].checklistItems[1].id = s.tasks[withItems].checklistItems[0].id),
      `tasks[${withItems}].checklistItems[1].id`,
    ],
    [(s) => (s.tasks[withFile].attachments[0].data = 'not base 64!'), `${file}.data`],
    [(s) => (s.tasks[withFile].attachments[0].data = Buffer.alloc(1_048_577).toString('base64')), `${file}.data`],
    [(s) => (s.tasks[withFile].attachments[0].contentType = 'text/html\r\nX-Evil: 1'), `${file}.contentType`],
    [(s) => (s.tasks[withFile].attachments[0].fileName = ''), `${file}.fileName`],
    [(s) => (s.tasks[withFile].attachments[0].contentType = `text/${'x'.repeat(1020)}`), `${file}.contentType`],
    [(s) => (s.tasks[withFile].attachments[0].fileName = '../passwd'), `${file}.fileName`],
    [(s) => (s.tasks[withFile].attachments[0].fileName = '..'), `${file}.fileName`],
    [(s) => (s.faults.seed = -1), 'faults.seed'],
    [(s) => (s.faults.settings = { delay: [5, 1] }), 'faults.settings.delay'],
    [(s) => (s.faults.settings = { profile: 'wild' }), 'faults.settings.profile'],
  ]
  for (const [edit, field] of edits) {
    const snapshot = structuredClone(valid)
    edit(snapshot)
    const { status, json } = await asOwner('PUT /snapshot', { json: snapshot })
    t.equal(status, 400, field)
    t.ok(Object.keys(json.errors ?? {}).includes(field), `${field} in ${Object.keys(json.errors ?? {})}`)
  }
  t.strictSame((await asOwner('GET /snapshot')).json, valid)
})

t.test('reports a missing, malformed or deeply nested snapshot (decision 60)', async (t) => {
  const { asOwner } = await startBoard(t)
  const headers = { 'content-type': 'application/json' }
  for (const [body, error] of [
    ['', { message: 'Validation failed', errors: { body: 'Body is required and must be a JSON object' } }],
    ['{"version":1', { message: 'Request body is not valid JSON' }],
    [Buffer.from([0x22, 0xff, 0x22]), { message: 'Request body is not valid UTF-8' }],
    [`${'['.repeat(65)}${']'.repeat(65)}`, { message: 'Request body is nested more than 64 levels deep' }],
  ] as const) {
    const { status, json } = await asOwner('PUT /snapshot', { body, headers })
    t.match({ status, ...json }, { status: 400, ...error })
  }
})

t.test('a snapshot without a member is 400, and the message names the member', async (t) => {
  const { asOwner } = await startBoard(t, {}, { fixture: 'demo' })
  const snapshot = (await asOwner('GET /snapshot')).json
  const without = (object: object, name: string) =>
    Object.fromEntries(Object.entries(object).filter(([key]) => key !== name))
  const cases = [
    ...Object.keys(snapshot).map((name) => [name, without(snapshot, name)] as const),
    ...Object.keys(snapshot.tasks[0]).map((name) => {
      const [first, ...others] = snapshot.tasks
      return [`tasks[0].${name}`, { ...snapshot, tasks: [without(first, name), ...others] }] as const
    }),
  ]
  t.ok(cases.length > 12)
  for (const [field, json] of cases) {
    const { status, json: error } = await asOwner('PUT /snapshot', { json })
    t.equal(status, 400, field)
    t.match(error.errors, { [field]: /^[A-Z][a-z ]+ is required and must be / }, field)
  }
})
