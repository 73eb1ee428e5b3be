import { Agent, request } from 'node:http'
import t from 'tap'
import { createBoard, TASK } from '../../kit/board.js'
import { type Json, noSleep } from '../../kit/helper.js'
import { startListening } from '../../kit/raw-http.js'

const REQUESTS = 300

/** Sends a request, and resolves when its response or its connection has ended. */
function send(agent: Agent, url: string, method: string, body?: string): Promise<void> {
  return new Promise((resolve) => {
    const headers = body === undefined ? {} : { 'content-type': 'application/json' }
    const sent = request(url, { agent, method, headers }, (response) => {
      response.on('error', () => {})
      response.on('close', resolve)
      response.resume()
    })
    sent.on('error', () => resolve())
    sent.end(body)
  })
}

t.test('with all faults and many connections, every request is recorded with its evidence', async (t) => {
  const service = await startListening(t, { sleep: noSleep })
  const board = await createBoard(service)
  const { json: settings } = await board.asOwner('GET /faults')
  const names = Object.keys(settings.rates)
  const rates = Object.fromEntries(names.map((name) => [name, 0.08]))
  await board.asOwner('PUT /faults', { json: { profile: 'hostile', rates, seed: 5 } })
  const base = `${service.origin}/b/${board.id}/api/buggy/tasks`
  const agent = new Agent({ keepAlive: true, maxSockets: 8 })
  t.teardown(() => agent.destroy())
  const requests = Array.from({ length: REQUESTS }, (_, index) => {
    const id = (index % 40) + 1
    const all: [string, string, string?][] = [
      ['POST', base, JSON.stringify(TASK)],
      ['GET', `${base}?search=TASK&size=3`],
      ['GET', `${base}/${id}`],
      ['HEAD', base],
      ['PUT', `${base}/${id}`, JSON.stringify({ ...TASK, title: 'x' })],
      ['DELETE', `${base}/${id}`],
      ['GET', `${base}?size=0`],
    ]
    const [method, url, body] = all[index % all.length] ?? ['GET', base]
    return send(agent, url, method, body)
  })
  await Promise.all(requests)
  const entries: Json[] = []
  for (let page = 0; entries.length < REQUESTS; page++) {
    const { content } = (await board.asOwner(`GET /requests?size=100&page=${page}`)).json
    if (content.length === 0) break
    entries.push(...content)
  }
  t.equal(entries.length, REQUESTS)
  const ordinals = entries.map(({ ordinal }) => ordinal).sort((a, b) => a - b)
  t.strictSame(ordinals, [...ordinals.keys()], 'each request has its place in the plan')
  const changed = new Set(entries.flatMap((entry) => entry.changed))
  t.ok(changed.size > names.length / 2, [...changed].join())
  for (const { requestId, status, changed } of entries) {
    const { evidence, disconnected } = (await board.send(`GET /requests/${requestId}`, { token: board.token })).json
    if (disconnected) t.fail(`${requestId} ${status}: no client has disconnected`)
    // If another request has changed the board, the expected result of a search is unknown (decision 129).
    const hasEvidence = evidence.difference.length > 0 || changed.join() === 'search-case'
    if (changed.length > 0 !== hasEvidence) t.fail(JSON.stringify({ status, changed, evidence }))
    if (changed.includes('lost-response') !== (status === 444 && !changed.includes('connection-reset'))) {
      t.fail(`${status} ${changed}`)
    }
  }
  t.equal((await board.send('GET /api/v1/tasks')).status, 200)
})
