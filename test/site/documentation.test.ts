import { runInNewContext } from 'node:vm'
import t from 'tap'
import { startService } from '../kit/helper.js'
import { request, startListening } from '../kit/raw-http.js'

const ASSET = /(?:src|href)="([^"]+)"/g

t.test('the documentation is an HTML page with its own content security policy', async (t) => {
  const { send } = await startService(t)
  const { status, headers } = await send('GET /docs')
  t.strictSame([status, headers['content-type']], [200, 'text/html; charset=utf-8'])
  const [policy = '', ofAssets = ''] = String(headers['content-security-policy']).split(', ')
  const directives = new Map(
    policy.split(';').flatMap((directive) => {
      const [name = '', ...sources] = directive.trim().split(' ')
      return name === '' ? [] : [[name, sources.join(' ')] as const]
    }),
  )
  t.equal(directives.get('default-src'), "'self'")
  t.equal(directives.get('script-src'), "'self'", 'no inline script, no eval')
  t.equal(directives.get('connect-src'), "'self'")
  t.equal(directives.get('object-src'), "'none'")
  t.equal(directives.get('frame-ancestors'), "'none'")
  t.notMatch(policy, /https?:|\*/, 'allows no other server')
  t.match(ofAssets, /^script-src \*:\*\/web\/ \*:\*\/docs\/static\/ /, 'browsers enforce this policy too')
})

t.test('the service itself serves every asset of the page with its media type', async (t) => {
  const { send } = await startService(t)
  const { bytes } = await send('GET /docs')
  const assets = [...String(bytes).matchAll(ASSET)].map(([, asset]) => asset ?? '')
  t.ok(assets.length >= 5)
  t.ok(assets.some((asset) => asset.endsWith('.css')))
  const types: Record<string, RegExp> = { js: /javascript/, css: /^text\/css/, svg: /^image\/svg\+xml/ }
  for (const asset of assets) {
    t.match(asset, /^\/(docs\/static\/|web\/|icon\.svg$)/, `${asset} is on this server`)
    const { status, headers } = await send(`GET ${asset}`)
    t.equal(status, 200, asset)
    t.match(headers['content-type'], types[asset.split('.').at(-1) ?? ''] ?? /^$/, asset)
    t.equal(headers['x-content-type-options'], 'nosniff', asset)
  }
})

t.test('the page fits the width of phones', async (t) => {
  const { send } = await startService(t)
  const { json: board } = await send('POST /boards')
  for (const basePath of ['', `/b/${board.id}`]) {
    const page = String((await send(`GET ${basePath}/docs`)).bytes)
    t.match(page, '<meta name="viewport" content="width=device-width, initial-scale=1">', basePath)
  }
})

t.test('the page has no inline script', async (t) => {
  const { send } = await startService(t)
  const { bytes } = await send('GET /docs')
  const scripts = [...String(bytes).matchAll(/<script([^>]*)>([^<]*)/g)]
  t.ok(scripts.length > 0)
  for (const [, attributes, content] of scripts) {
    t.match(attributes, /src="/)
    t.equal(content?.trim(), '')
  }
})

t.test('the page lists the documents of the variants, v1 first, of management and of learners', async (t) => {
  const { send } = await startService(t)
  const { bytes } = await send('GET /docs/static/swagger-initializer.js')
  const { urls, primary } = await runInitializer(String(bytes))
  t.equal(primary, 'v1')
  t.same(urls, [
    { name: 'v1', url: '/api/v1/openapi.json' },
    { name: 'v2', url: '/api/v2/openapi.json' },
    { name: 'buggy', url: '/api/buggy/openapi.json' },
    { name: 'boards', url: '/control/openapi.json' },
    { name: 'training', url: '/training/openapi.json' },
  ])
  for (const { url } of urls) t.equal((await send(`GET ${url}`)).json.openapi, '3.0.3', url)
})

/** Runs the script that starts Swagger UI, and returns the documents that it passes on. */
async function runInitializer(script: string): Promise<{ urls: { name: string; url: string }[]; primary: string }> {
  let given: Record<string, unknown> = {}
  const SwaggerUIBundle = (config: Record<string, unknown>) => {
    given = config
    return { initOAuth() {} }
  }
  const element = { appendChild() {} }
  const document = { querySelector: () => element, createElement: () => ({}), body: {} }
  const window: { location: object; onload?: () => void } = { location: { href: 'http://127.0.0.1/docs' } }
  const globals = { window, document, MutationObserver: class {}, SwaggerUIStandalonePreset: {} }
  runInNewContext(script, {
    ...globals,
    SwaggerUIBundle: Object.assign(SwaggerUIBundle, { presets: {}, plugins: {} }),
  })
  window.onload?.()
  return { urls: JSON.parse(JSON.stringify(given.urls)), primary: String(given['urls.primaryName']) }
}

t.test('redirects the usual paths of a documentation to /docs, with the query', async (t) => {
  const { send } = await startService(t)
  for (const path of ['/documentation', '/swagger-ui.html', '/swagger-ui/index.html']) {
    for (const query of ['', '?urls.primaryName=buggy&x=%C3%A9']) {
      const { status, headers } = await send(`GET ${path}${query}`)
      t.equal(status, 302, path + query)
      t.equal(headers.location, `/docs${query}`)
      t.equal((await send(`GET ${headers.location}`)).status, 200)
    }
  }
})

t.test('returns 405 for other methods on the documentation (decision 27)', async (t) => {
  const { send } = await startService(t)
  const { status, headers } = await send('POST /docs')
  t.strictSame([status, headers.allow], [405, 'GET, HEAD'])
})

t.test('returns 404 for names that are not assets, even outside the folder (decision 27)', async (t) => {
  const service = await startListening(t)
  const outside = ['%2e%2e/package.json', '%2e%2e/%2e%2e/package.json', '../../package.json']
  for (const name of [...outside, '%00', 'a%5c..%5cb', 'a'.repeat(5000), '', '/', '.', './', 'nothing.js']) {
    const path = `/docs/static/${name}`
    const { status, json } = await service.exchange(request(`GET ${path}`))
    t.match({ status, json }, { status: 404, json: { message: 'Path not found', path } }, name.slice(0, 30))
  }
})

t.test('an asset that does not meet the condition of the request returns 412, and an unknown range 416', async (t) => {
  const { send } = await startService(t)
  for (const [status, headers] of [
    [412, { 'if-match': '"x"' }],
    [416, { range: 'bytes=99999999-' }],
  ] as const) {
    t.equal((await send('GET /docs/static/swagger-ui.css', { headers })).status, status)
  }
})
