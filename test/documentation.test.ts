import { runInNewContext } from 'node:vm'
import t from 'tap'
import { startService } from './helper.js'

const ASSET = /(?:src|href)="([^"]+)"/g

t.test('the documentation is a page of HTML with its own content security policy', async (t) => {
  const { send } = await startService(t)
  const { status, headers } = await send('GET /docs')
  t.equal(status, 200)
  t.equal(headers['content-type'], 'text/html; charset=utf-8')
  const policy = String(headers['content-security-policy'])
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
  t.notMatch(policy, /https?:|\*/, 'nothing comes from elsewhere')
})

t.test('every asset of the page is served by the service itself, with its type', async (t) => {
  const { send } = await startService(t)
  const { bytes } = await send('GET /docs')
  const assets = [...String(bytes).matchAll(ASSET)].map(([, asset]) => asset ?? '')
  t.ok(assets.length >= 5)
  t.ok(assets.some((asset) => asset.endsWith('.css')))
  const types: Record<string, RegExp> = { js: /javascript/, css: /^text\/css/, png: /^image\/png/ }
  for (const asset of assets) {
    t.match(asset, /^\/docs\/static\//, `${asset} is on this server`)
    const { status, headers } = await send(`GET ${asset}`)
    t.equal(status, 200, asset)
    t.match(headers['content-type'], types[asset.split('.').at(-1) ?? ''] ?? /^$/, asset)
    t.equal(headers['x-content-type-options'], 'nosniff', asset)
  }
})

t.test('the page has no inline script, which its policy would forbid', async (t) => {
  const { send } = await startService(t)
  const { bytes } = await send('GET /docs')
  const scripts = [...String(bytes).matchAll(/<script([^>]*)>([^<]*)/g)]
  t.ok(scripts.length > 0)
  for (const [, attributes, content] of scripts) {
    t.match(attributes, /src="/)
    t.equal(content?.trim(), '')
  }
})

t.test('the page lists the documents of the three variants, v1 first, and that on boards', async (t) => {
  const { send } = await startService(t)
  const { bytes } = await send('GET /docs/static/swagger-initializer.js')
  const { urls, primary } = await runInitializer(String(bytes))
  t.equal(primary, 'v1')
  t.same(urls, [
    { name: 'v1', url: '/api/v1/openapi.json' },
    { name: 'v2', url: '/api/v2/openapi.json' },
    { name: 'buggy', url: '/api/buggy/openapi.json' },
    { name: 'control', url: '/control/openapi.json' },
  ])
  for (const { url } of urls) t.equal((await send(`GET ${url}`)).json.openapi, '3.0.3', url)
})

/** Runs the script that starts Swagger UI; returns the documents that it hands over. */
async function runInitializer(
  script: string,
): Promise<{ urls: { name: string; url: string }[]; primary: string }> {
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

for (const path of ['/', '/documentation', '/swagger-ui.html', '/swagger-ui/index.html']) {
  for (const [query, what] of [
    ['', 'without a query'],
    ['?urls.primaryName=buggy&x=%C3%A9', 'with its query'],
  ]) {
    t.test(`${path} leads to the documentation ${what}`, async (t) => {
      const { send } = await startService(t)
      const { status, headers } = await send(`GET ${path}${query}`)
      t.equal(status, 302)
      t.equal(headers.location, `/docs${query}`)
      t.equal((await send(`GET ${headers.location}`)).status, 200)
    })
  }
}

t.test('decision 27: what is missing under the documentation is an ordinary 404', async (t) => {
  const { send } = await startService(t)
  const { status, json } = await send('GET /docs/static/nothing.js')
  t.equal(status, 404)
  t.match(json, { status: 404, error: 'Not Found', path: '/docs/static/nothing.js' })
})

for (const path of ['/docs/static/../../package.json', '/docs/static/%2e%2e/%2e%2e/package.json']) {
  t.test(`decision 27: ${path} leads nowhere`, async (t) => {
    const { send } = await startService(t)
    const { status, bytes } = await send(`GET ${path}`)
    t.ok([400, 403, 404].includes(status), String(status))
    t.notMatch(String(bytes), /"(version|dependencies)"/)
  })
}

t.test('decision 27: the documentation answers other methods 405', async (t) => {
  const { send } = await startService(t)
  const { status, headers } = await send('POST /docs')
  t.equal(status, 405)
  t.equal(headers.allow, 'GET, HEAD')
})

t.test('decision 27: what no file is called is 404 like any unknown path', async (t) => {
  const service = await startService(t)
  const names = ['%2e%2e/package.json', '%00', 'a%5c..%5cb', 'a'.repeat(5000), '/', '.', 'nothing.js']
  for (const name of names) {
    const { status, json } = await service.send(`GET /docs/static/${name}`)
    t.match({ status, json }, { status: 404, json: { message: 'Path not found' } }, name.slice(0, 30))
  }
  const ranges = { headers: { range: 'bytes=99999999-' } }
  t.equal((await service.send('GET /docs/static/swagger-ui.css', ranges)).status, 416)
})
