import t from 'tap'
import { earlier } from '../../../src/api/editions/earlier.js'
import { EDITIONS } from '../../../src/api/editions/index.js'
import { LOGIN, startBoard } from '../../kit/board.js'
import { expectInvalid } from '../tasks/expect.js'

t.test('a private board has the edition of the service (decision 80)', async (t) => {
  const { service, send } = await startBoard(t, { edition: earlier }, { fixture: 'demo' })
  t.equal((await send('GET /api/v1/openapi.json')).json.info.title, 'Task Board Service v1 (earlier edition)')
  t.match((await send('GET /api/v1/tasks/summary')).json, { total: 20, byPriority: { LOW: 3, MEDIUM: 7, HIGH: 7 } })
  t.equal((await send('POST /api/v1/tasks/1/reorder')).status, 404)
  t.equal((await send('DELETE /api/buggy/tasks')).status, 405)
  t.equal((await send('GET /api/v2/tasks')).status, 401)
  const { token } = (await send('POST /api/v2/auth/login', LOGIN)).json
  t.equal((await send('POST /api/v2/auth/refresh', { token })).status, 200)
  const { token: elsewhere } = await service.login()
  t.equal((await send('POST /api/v2/auth/refresh', { token: elsewhere })).status, 403, 'a token of another board')
})

t.test('snapshots have the longest texts of all editions, in every edition (decision 87)', async (t) => {
  for (const edition of EDITIONS) {
    const { asOwner, send } = await startBoard(t, { edition }, { fixture: 'demo' })
    const { json: snapshot } = await asOwner('GET /snapshot')
    t.match(snapshot.tasks[0], { dueDate: /^2026/, sortOrder: 0 }, 'has the full task')
    Object.assign(snapshot.tasks[0], { title: 'x'.repeat(200), description: 'y'.repeat(1000) })
    t.equal((await asOwner('PUT /snapshot', { json: snapshot })).status, 204, edition.name)
    t.strictSame((await asOwner('GET /snapshot')).json, snapshot)
    t.equal((await send('GET /api/v1/tasks/1')).json.title.length, 200)
    for (const [field, text] of Object.entries({ title: 'x'.repeat(201), description: 'y'.repeat(1001) })) {
      const tasks = [{ ...snapshot.tasks[0], [field]: text }, ...snapshot.tasks.slice(1)]
      expectInvalid(t, await asOwner('PUT /snapshot', { json: { ...snapshot, tasks } }), [`tasks[0].${field}`])
    }
  }
})
