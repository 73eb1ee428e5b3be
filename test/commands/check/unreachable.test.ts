import { createServer as createHttpServer } from 'node:http'
import { createServer } from 'node:net'
import t from 'tap'
import { listen } from '../../kit/listen.js'
import { check, service } from './run-check.js'

t.test('an implementation that does not respond ends the run with exit code 3', async (t) => {
  const server = createServer()
  const { url } = await listen(t, server)
  server.close()
  const { code, stderr } = await check(t, url)
  t.match(
    { code, stderr },
    { code: 3, stderr: /^task-board-service: http:\/\/127\.0\.0\.1:\d+ cannot be reached: .*ECONNREFUSED/ },
  )
  const missing = await check(t, `${service.url}/b/aaaaaaaaaaaaaaaaaaaaaaaaaa`)
  t.match(missing, { code: 3, stderr: /There is no variant at .*Board not found/ })
})

t.test('a variant that does not exist ends the run with exit code 3', async (t) => {
  const server = createHttpServer((request, response) => {
    response.writeHead(request.url?.startsWith('/api/v1') ? 200 : 404).end('{}')
  })
  const { url } = await listen(t, server)
  const { code, stderr } = await check(t, url, '--variant', 'v2', '--variant', 'buggy')
  t.match({ code, stderr }, { code: 3, stderr: `task-board-service: There is no v2 and no buggy at ${url}` })
  t.match(await check(t, url, '--rates', '5'), { code: 2, stderr: /--rates measures the faults of buggy/ })
})

t.test('a server that stops during the run ends it with exit code 3', async (t) => {
  let requests = 0
  const server = createHttpServer((_request, response) => {
    if (requests++ > 20) response.destroy()
    else response.writeHead(200, { 'content-type': 'application/json' }).end('{"content": [], "totalElements": 0}')
  })
  const { url } = await listen(t, server)
  const { code, stderr } = await check(t, url, '--variant', 'v1')
  t.match({ code, stderr }, { code: 3, stderr: /There is no complete response/ })
})

t.test('sends a request again that a limit has refused, and exits with 3 if the limit is too long', async (t) => {
  for (const [retryAfter, requests] of [
    ['0', 4],
    ['3600', 1],
  ] as const) {
    let count = 0
    const server = createHttpServer((_request, response) => {
      const status = count++ === 0 ? 429 : 404
      response.writeHead(status, { 'retry-after': retryAfter }).end('{"message":"Too many"}')
    })
    const { code, stderr } = await check(t, (await listen(t, server)).url)
    t.strictSame([code, count], [3, requests])
    t.match(stderr, retryAfter === '0' ? /There is no variant/ : /returns 429 \(Too many\)/)
  }
})
