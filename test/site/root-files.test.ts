import t from 'tap'
import { startService } from '../kit/helper.js'

t.test('/icon.svg is the icon as a vector graphic', async (t) => {
  const { send } = await startService(t)
  const { status, headers, bytes } = await send('GET /icon.svg')
  t.strictSame([status, headers['content-type']], [200, 'image/svg+xml'])
  t.match(String(bytes), /^<svg /)
})

t.test('/favicon.ico is an icon', async (t) => {
  const { send } = await startService(t)
  const { status, headers, bytes } = await send('GET /favicon.ico')
  t.strictSame([status, headers['content-type']], [200, 'image/x-icon'])
  t.strictSame([...bytes.subarray(0, 4)], [0, 0, 1, 0], 'the signature of an icon')
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
