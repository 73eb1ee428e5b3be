import { once } from 'node:events'
import { connect } from 'node:net'
import { MEBIBYTE } from '../../../src/contract/limits.js'
import { createBoard, TASK } from '../../kit/board.js'
import type { Json } from '../../kit/helper.js'
import { longTest } from '../../kit/long-test.js'
import { request, startListening } from '../../kit/raw-http.js'

/** The buffers of the operating system hold a part of a response: a client that does not read needs more than that. */
const COMMENTS = 12_000
/** A character of three bytes. */
const CHARACTER = '字'
/** More than the characters of the large response, and less than its bytes. */
const RESPONSES_MAX = 20 * MEBIBYTE

longTest('returns 503 while large responses wait for clients that do not read (decision 79)', async (t) => {
  const service = await startListening(t, { responsesMax: RESPONSES_MAX })
  const board = await createBoard(service)
  await board.send('POST /api/v1/tasks', { json: TASK })
  await board.send('POST /api/v1/tasks/1/comments', { json: { text: CHARACTER.repeat(1000) } })
  const snapshot = (await board.asOwner('GET /snapshot')).json
  const [task] = snapshot.tasks
  const comments = Array.from({ length: COMMENTS }, (_, index): Json => ({ ...task.comments[0], id: index + 1 }))
  const json = { ...snapshot, lastIds: { ...snapshot.lastIds, comment: COMMENTS }, tasks: [{ ...task, comments }] }
  t.equal((await board.asOwner('PUT /snapshot', { json })).status, 204)

  const accepted = once(service.app.server, 'connection')
  const client = connect(Number(new URL(service.origin).port), '127.0.0.1')
  client.on('error', () => {})
  t.teardown(() => client.destroy())
  const [server] = await accepted
  client.write(request(`GET /b/${board.id}/api/v1/tasks/1`))
  await once(client, 'readable')

  for (const path of ['/api/v1/tasks/1', '/api/v1/tasks', '/api/v2/openapi.json']) {
    // The limit counts what is compressed.
    const asked = { 'accept-encoding': 'gzip' }
    const { status, headers, json } = await board.send(`GET ${path}`, { headers: asked, unchecked: true })
    t.equal(status, 503, path)
    t.equal(headers['retry-after'], '5')
    t.equal(json.message, 'There is not enough memory at the moment, try again later')
  }
  t.equal((await board.send('GET /api/v1/tasks/summary')).status, 200, 'small responses do not wait')
  const closed = new Promise((resolve) => server.once('close', resolve))
  client.destroy()
  await closed
  const { status, bytes } = await board.send('GET /api/v1/tasks/1')
  t.equal(status, 200)
  t.ok(bytes.length > RESPONSES_MAX, 'a response that is larger than the limit is sent alone')
})
