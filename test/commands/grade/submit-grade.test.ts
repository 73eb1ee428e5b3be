import { createServer } from 'node:http'
import t, { type Test } from 'tap'
import { submitGrade } from '../../../src/commands/grade/submit-grade.js'
import { listen } from '../../kit/listen.js'

const RESULT = { variant: 'v1', score: { found: 3, total: 4 } } as Parameters<typeof submitGrade>[1]

/** The status of a board that does not respond. */
const SILENT = -1

/** Starts a board that answers with each of the statuses once, and then with the last one. 0 closes the connection. */
async function startBoard(t: Test, statuses: number[]) {
  const received: string[] = []
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    received.push(`${request.method} ${request.url} ${Buffer.concat(chunks)}`)
    const status = (statuses.length > 1 ? statuses.shift() : statuses[0]) as number
    if (status === 0) request.socket.destroy()
    else if (status !== SILENT)
      response.writeHead(status, { 'retry-after': '60' }).end(status === 204 ? undefined : '{"message":"Try later"}')
  })
  return { ...(await listen(t, server)), received, server }
}

t.test('a grade is submitted again if the server fails temporarily', async (t) => {
  const board = await startBoard(t, [500, 502, 0, 503, 204])
  const waits: number[] = []
  await submitGrade(board.url, RESULT, { wait: async (milliseconds) => waits.push(milliseconds) })
  t.strictSame(board.received, Array(5).fill('PUT /grade {"variant":"v1","found":3,"defects":4}'))
  t.strictSame(waits, [5000, 5000, 5000, 5000])
})

t.test('a refused grade is not submitted again, and a server that fails for long is an error', async (t) => {
  const cases = [
    [409, 1, 'The board refused the grade: 409: Try later'],
    [503, 5, 'The board refused the grade: 503: Try later'],
    [0, 5, /^Cannot reach the board /],
  ] as const
  for (const [status, attempts, message] of cases) {
    const board = await startBoard(t, [status])
    await t.rejects(submitGrade(board.url, RESULT, { wait: async () => {} }), { message })
    t.equal(board.received.length, attempts)
  }
})

for (const [when, status] of Object.entries({
  'between two attempts': 503,
  'while a rate limit delays it': 429,
  'while the board does not respond': SILENT,
})) {
  t.test(`an interrupted grade is not submitted ${when}`, { timeout: 4000 }, async (t) => {
    const board = await startBoard(t, [status])
    const abort = new AbortController()
    const interruption = new Error('Interrupted')
    board.server.once('request', (_request, response) => {
      // A silent board never finishes the response.
      if (status === SILENT) setImmediate(() => abort.abort(interruption))
      else response.once('finish', () => setImmediate(() => abort.abort(interruption)))
    })
    await t.rejects(submitGrade(board.url, RESULT, { signal: abort.signal }), interruption)
    t.equal(board.received.length, 1)
    await t.rejects(submitGrade(board.url, RESULT, { signal: abort.signal }), interruption)
    t.equal(board.received.length, 1)
  })
}
