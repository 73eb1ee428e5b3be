import t from 'tap'
import { expectError } from '../expect-error.js'
import { startService } from '../helper.js'

t.test('decision 34: what is wrong with the URL of an auth operation is not stored either', async (t) => {
  const { send } = await startService(t)
  for (const request of ['GET /api/v2/auth/me', 'POST /api/v2/auth/login', 'POST /api/v2/auth/refresh']) {
    const reply = await send(`${request}?x=%`)
    expectError(t, reply, { status: 400, path: request.replace(/^\w+ /, '') })
    t.equal(reply.headers['cache-control'], 'no-store', request)
  }
})
