import t from 'tap'
import { startService } from '../helper.js'

t.test('smoke', async (t) => {
  const s = await startService(t)
  const r = await s.send('POST /api/v1/tasks', { json: { title: 'x', status: 'TODO' } })
  t.equal(r.status, 201)
  const l = await s.login()
  t.ok(l.token)
  t.equal((await s.send('GET /api/v2/tasks', { token: l.token })).status, 200)
  t.equal((await s.send('GET /api/v2/tasks')).status, 403)
  t.equal((await s.send('GET /api/v1/tasks/5')).status, 404)
})
