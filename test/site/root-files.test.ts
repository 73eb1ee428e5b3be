import t from 'tap'
import { startService } from '../kit/helper.js'

t.test('/icon.svg and /favicon.ico are icons', async (t) => {
  const { send } = await startService(t)
  for (const [path, type, start] of [
    ['/icon.svg', 'image/svg+xml', '<svg '],
    ['/favicon.ico', 'image/x-icon', '\0\0\x01\0'],
  ] as const) {
    const { status, headers, bytes } = await send(`GET ${path}`)
    t.strictSame([status, headers['content-type']], [200, type])
    t.ok(String(bytes).startsWith(start), path)
  }
})

t.test('/robots.txt keeps search engines away from boards and operations', async (t) => {
  const { send } = await startService(t)
  const { json: board } = await send('POST /boards')
  const { status, headers, bytes } = await send('GET /robots.txt')
  t.strictSame([status, headers['content-type']], [200, 'text/plain; charset=utf-8'])
  const [agent, ...rules] = String(bytes).trimEnd().split('\n')
  t.equal(agent, 'User-agent: *')
  const disallowed = rules.map((rule) => rule.replace('Disallow: ', ''))
  const isDisallowed = (path: string) => disallowed.some((prefix) => path.startsWith(prefix))
  const hidden = [`/b/${board.id}/docs`, '/api/v1/tasks', `/boards/${board.id}`, '/control/openapi.json']
  for (const path of [...hidden, '/openapi.json', '/openapi-3.1.yaml']) {
    t.ok(isDisallowed(path), path)
  }
  for (const path of ['/', '/docs']) t.notOk(isDisallowed(path), path)
  t.equal(String((await send(`GET /b/${board.id}/robots.txt`)).bytes), 'User-agent: *\nDisallow: /\n')
})
