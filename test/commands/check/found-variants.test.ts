import t from 'tap'
import { countTasks, findVariants, splitBaseUrl } from '../../../src/commands/check/target.js'
import { parseUrl } from '../../../src/commands/server-flags.js'
import { VARIANT_NAMES } from '../../../src/contract/names.js'
import { targetAt } from './helper.js'
import { respond } from './serve.js'

t.test('a base URL can have a path, a slash at the end, and the path of a variant', async (t) => {
  for (const [text, url, variant] of [
    ['http://localhost:3000', 'http://localhost:3000', undefined],
    ['http://localhost:3000/', 'http://localhost:3000', undefined],
    ['https://example.com/b/abc/', 'https://example.com/b/abc', undefined],
    ['http://abc.localhost:3000/api/v1', 'http://abc.localhost:3000', 'v1'],
    ['http://localhost/base/api/buggy/', 'http://localhost/base', 'buggy'],
    ['http://localhost/api/v3', 'http://localhost/api/v3', undefined],
  ] as const) {
    t.strictSame(splitBaseUrl(parseUrl(text)), { url, variant })
  }
  for (const text of [
    'localhost:3000',
    'ftp://x',
    '',
    'http://u:p@localhost',
    'http://localhost?x',
    'http://localhost/#x',
  ]) {
    t.throws(() => parseUrl(text), /http or https URL/, text)
  }
})

t.test('the variants are found by their responses', async (t) => {
  const target = targetAt('http://localhost:3000/base', async (url) => {
    return new Response('{}', { status: url.includes('/base/api/v2/') ? 403 : url.includes('/buggy/') ? 500 : 404 })
  })
  t.strictSame(await findVariants(target, VARIANT_NAMES), ['v2', 'buggy'])
  t.strictSame(await findVariants(target, ['v1', 'v2']), ['v2'])
  const nothing = targetAt('http://localhost:3000', respond(404, 'Not here'))
  await t.rejects(findVariants(nothing, VARIANT_NAMES), /returns 404 Not here\. Name the base URL of each variant/)
  const failing = targetAt('http://localhost:3000', async () => {
    throw new TypeError('fetch failed', { cause: Object.assign(new Error(''), { code: 'ECONNREFUSED' }) })
  })
  await t.rejects(findVariants(failing, VARIANT_NAMES), { message: /cannot be reached: .*ECONNREFUSED/ })
})

t.test('a server that redirects every variant is not checked; one that redirects some is', async (t) => {
  const redirecting = (isRedirected: (url: string) => boolean) =>
    targetAt('http://localhost:3000', async (url) => {
      const location = url.replace('http://localhost:3000', 'https://board.example')
      return isRedirected(url) ? new Response(null, { status: 301, headers: { location } }) : new Response('{}')
    })
  await t.rejects(
    findVariants(
      redirecting(() => true),
      VARIANT_NAMES,
    ),
    { message: 'http://localhost:3000 redirects to https://board.example/api/v1/tasks?size=1' },
  )
  const some = redirecting((url) => url.includes('/v2/'))
  t.strictSame(await findVariants(some, VARIANT_NAMES), VARIANT_NAMES)
})

t.test('the tasks are counted in every variant; a board that does not show them counts as full', async (t) => {
  const count = (pages: Record<string, unknown>) =>
    countTasks(
      targetAt('http://localhost:3000', async (url) => {
        const [, name = ''] = /api\/(\w+)/.exec(url) ?? []
        return new Response(JSON.stringify(url.endsWith('/login') ? { token: 'x' } : pages[name]))
      }),
      VARIANT_NAMES,
    )
  const page = (totalElements: unknown) => ({ content: [], totalElements })
  const reason = (name: string) =>
    `GET /api/${name}/tasks returns 200 (text/plain;charset=UTF-8) without a list of tasks`
  t.equal(await count({ v1: page(0), v2: page(3), buggy: page(0) }), 3)
  t.equal(await count({ v1: page(0), v2: page(0), buggy: page(0) }), 0)
  t.equal(await count({ v1: { content: [1], totalElements: 0 }, v2: page(0), buggy: page(0) }), 1)
  t.equal(await count({ v1: page('x'), v2: page(0), buggy: page(0) }), reason('v1'))
  t.equal(await count({ v1: page(0), v2: page(0), buggy: 5 }), reason('buggy'))
  t.equal(await count({ v1: 5, v2: page(0), buggy: page(0) }), reason('v1'))
})
