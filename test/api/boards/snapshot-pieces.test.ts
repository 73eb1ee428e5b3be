import t, { type Test } from 'tap'
import { openStore } from '../../../src/rooms/open-store.js'
import { createBoard, TASK } from '../../kit/board.js'
import { emptyDatabase } from '../../kit/database.js'
import { multipart, startService } from '../../kit/helper.js'

/** Returns a function that tells the length of the longest text that this thread has parsed or rendered as JSON. */
function recordJson(t: Test): () => number {
  let longest = 0
  const { parse, stringify } = JSON
  t.teardown(() => Object.assign(JSON, { parse, stringify }))
  Object.assign(JSON, {
    parse(text: string, ...more: []) {
      longest = Math.max(longest, text.length)
      return parse(text, ...more)
    },
    stringify(value: unknown, ...more: []) {
      const text = stringify(value, ...more)
      longest = Math.max(longest, text?.length ?? 0)
      return text
    },
  })
  return () => longest
}

t.test('the main thread parses and renders a snapshot in pieces', async (t) => {
  const service = await startService(t, { store: await openStore(await emptyDatabase()) })
  const { app } = service
  const { send, id, token } = await createBoard(service)
  for (let count = 0; count < 3; count++) await send('POST /api/v1/tasks', { json: TASK })
  const file = { fileName: 'a.bin', content: Buffer.alloc(500_000, 'x') }
  for (const task of [2, 3]) await send(`POST /api/v1/tasks/${task}/attachments`, multipart([file, file]))
  const url = `/boards/${id}/snapshot`
  const authorization = `Bearer ${token}`
  const headers = { authorization, 'content-type': 'application/json' }

  const longest = recordJson(t)
  const taken = await app.inject({ url, headers: { authorization } })
  const loaded = await app.inject({ method: 'PUT', url, headers, payload: taken.rawPayload })
  t.equal(loaded.statusCode, 204)
  const again = await app.inject({ url, headers: { authorization } })
  // A statement of PostgreSQL has the bytes of two files as hexadecimal digits.
  t.ok(longest() < 2_100_000, `${longest()} characters`)
  t.ok(again.rawPayload.length > 2_600_000 && again.rawPayload.equals(taken.rawPayload))
  t.equal(again.headers['content-length'], `${again.rawPayload.length}`)
})
