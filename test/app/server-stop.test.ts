import { once } from 'node:events'
import { request } from 'node:http'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import t, { type Test } from 'tap'
import { IMPATIENCE } from '../../src/app/repeated-signals.js'
import { TASK } from '../kit/board.js'
import { longTest } from '../kit/long-test.js'
import { type Exit, refusesConnections, type ServerProcess, startProcess } from '../kit/process.js'

const SLOW = {
  FAULT_RATES: 'slow-response=1,server-error=0,missing-fields=0,wrong-status=0,pagination=0,date-mix=0,search-case=0',
  FAULT_DELAY: '1500-1500',
}

t.test('process: finishes running requests before it stops, and refuses new connections', async (t) => {
  const server = await startProcess(t, { isCovered: true, env: SLOW })
  let responses = 0
  const count = (status: number | undefined) => {
    responses++
    return status
  }
  const running = Promise.all([
    sendOnce(server, 'POST /api/buggy/tasks', TASK).then(count),
    sendOnce(server, 'GET /api/buggy/tasks/summary').then(count),
    // Its connection stays open.
    server.send('GET /api/buggy/tasks').then(({ status }) => count(status)),
  ])
  await server.waitForLog(({ req }) => req?.method === 'POST')
  for (const path of ['/api/buggy/tasks/summary', '/api/buggy/tasks']) {
    await server.waitForLog(({ req }) => req?.method === 'GET' && req.url === path)
  }
  const exit = server.stop()
  await server.waitForLog(({ msg }) => msg === 'stopping')
  for (const repeated of ['SIGTERM', 'SIGINT'] as const) server.stop(repeated)
  let refused = false
  while (!refused && responses === 0) refused = await refusesConnections(server.port)
  t.equal(refused, true, 'new connections are refused')
  t.equal(responses, 0, 'requests are still running')
  t.strictSame(await running, [201, 200, 200])
  assertCleanExit(t, await exit)
})

t.test('process: after SIGINT, idle connections and those without a request do not delay the shutdown', async (t) => {
  const server = await startProcess(t, { isCovered: true })
  const socket = connect(server.port, '127.0.0.1')
  await once(socket, 'connect')
  // This request uses a later connection, so the service has accepted the first one.
  const { headers } = await server.send('GET /api/v1/tasks/summary')
  t.equal(headers.connection, 'keep-alive')
  const closed = once(socket, 'close')
  assertCleanExit(t, await server.stop('SIGINT'))
  t.match(await server.waitForLog(({ msg }) => msg === 'stopping'), { signal: 'SIGINT' })
  await closed
})

longTest('process: after SIGHUP, the service stops as after other signals, and then ends by the signal', async (t) => {
  const server = await startProcess(t)
  t.match(await server.stop('SIGHUP'), { code: null, signal: 'SIGHUP', stderr: '' })
  t.match(await server.waitForLog(({ msg }) => msg === 'stopping'), { signal: 'SIGHUP' })
})

longTest('process: a signal after three seconds ends a service that waits for a request', async (t) => {
  const server = await startProcess(t, { env: { ...SLOW, FAULT_DELAY: '8000-8000' } })
  server.send('GET /api/buggy/tasks').catch(() => {})
  await server.waitForLog(({ req }) => req?.url === '/api/buggy/tasks')
  const exit = server.stop()
  await sleep(IMPATIENCE + 500)
  server.stop('SIGINT')
  t.match(await exit, { code: null, signal: 'SIGINT', stderr: '' })
})

function assertCleanExit(t: Test, { code, signal, stderr }: Exit): void {
  t.strictSame({ code, signal, stderr }, { code: 0, signal: null, stderr: '' })
}

/** Sends a request on a connection that closes after it; returns the status. */
function sendOnce({ base }: ServerProcess, operation: string, body?: object): Promise<number | undefined> {
  const [method, path] = operation.split(' ')
  const headers = { connection: 'close', ...(body && { 'content-type': 'application/json' }) }
  return new Promise((resolve, reject) => {
    request(base + path, { method, headers, agent: false }, (response) => {
      response.resume()
      response.once('end', () => resolve(response.statusCode))
    })
      .once('error', reject)
      .end(body && JSON.stringify(body))
  })
}
