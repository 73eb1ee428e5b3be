import t from 'tap'
import { earlier } from '../../../src/api/editions/earlier.js'
import { startBoard } from '../../kit/board.js'
import { startService } from '../../kit/helper.js'

const NAMES = ['deprecation', 'sunset', 'link']

t.test('responses of the earlier edition announce its end (decision 124)', async (t) => {
  const { service, ...board } = await startBoard(t, { edition: earlier, rates: {} })
  for (const [request, status] of [
    ['GET /api/v1/tasks', 200],
    ['GET /api/v1/tasks/999', 404],
    ['GET /api/v1/tasks?size=0', 400],
    ['GET /api/v2/tasks', 401],
    ['POST /api/v2/auth/login', 400],
    ['GET /api/buggy/tasks', undefined],
  ] as const) {
    for (const [{ send }, docs] of [
      [service, '/docs'],
      [board, `/b/${board.id}/docs`],
    ] as const) {
      const reply = await send(request)
      if (status !== undefined) t.equal(reply.status, status, request)
      t.match(reply.headers, {
        deprecation: '@1795564800',
        sunset: 'Wed, 31 Dec 2031 23:59:59 GMT',
        link: `<${docs}>; rel="deprecation"; type="text/html"`,
      })
      t.match(reply.headers['access-control-expose-headers'], /Deprecation, Sunset, Link/, 'web pages can read them')
    }
  }
  t.equal((await service.send('GET /docs')).status, 200)
})

t.test('other responses do not announce an end (decision 124)', async (t) => {
  const before = await startService(t, { edition: earlier })
  const current = await startService(t)
  for (const { headers } of [
    await before.send('GET /api/v1/unknown'),
    await before.send('GET /api/v1/openapi.json'),
    await before.send('GET /version'),
    await before.send('POST /boards'),
    await current.send('GET /api/v1/tasks'),
  ]) {
    for (const name of NAMES) t.notOk(name in headers, name)
  }
})
