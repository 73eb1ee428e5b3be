import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import t from 'tap'
import { ADMIN_TOKEN, createBoard, TASK } from '../kit/board.js'
import { ownStore, startService } from '../kit/helper.js'

/** What Chromium sends when it opens a page. */
const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8'

t.test('browsers get the start page, and other clients an index (decision 115)', async (t) => {
  const { send } = await startService(t)
  const page = await send('GET /', { headers: { accept: BROWSER } })
  t.equal(page.status, 200)
  t.equal(page.headers['content-type'], 'text/html; charset=utf-8')
  t.equal(page.headers.vary, 'Accept, Accept-Encoding')
  for (const accept of [undefined, '*/*', 'application/json', 'application/json, text/html', 'text/csv']) {
    const { json } = await send('GET /', { headers: accept === undefined ? {} : { accept } })
    t.match(json, { name: 'task-board-service', edition: 'current', creators: 'open' }, String(accept))
    t.match(json.variants[0], { name: 'v1', url: /\/api\/v1$/, openapi: /\/api\/v1\/openapi\.json$/ })
  }
})

t.test('the index says who may create boards (decision 115)', async (t) => {
  for (const creators of ['open', 'admin', 'off'] as const) {
    const { send } = await startService(t, { creators, adminToken: ADMIN_TOKEN })
    t.equal((await send('GET /')).json.creators, creators)
  }
})

t.test('all links of the index work', async (t) => {
  const { send } = await startService(t)
  const { json } = await send('GET /')
  const links = [
    json.docs,
    json.guide,
    json.openapi,
    json.board,
    ...json.variants.map(({ openapi }: { openapi: string }) => openapi),
  ]
  for (const link of links) t.equal((await send(`GET ${new URL(link).pathname}`)).status, 200, link)
  for (const link of [json.boards, json.classes, json.join]) {
    t.match((await send(`PATCH ${new URL(link).pathname}`, { unchecked: true })).headers.allow, 'POST', link)
  }
})

t.test('pages load everything from this service, also the typeface, and contain no inline scripts', async (t) => {
  const { send } = await startService(t)
  const { headers, bytes } = await send('GET /', { headers: { accept: BROWSER } })
  const [policy = '', ofAssets = ''] = String(headers['content-security-policy']).split(', ')
  t.match(policy, "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; ")
  t.notMatch(policy, /unsafe|https?:|\*/)
  t.match(ofAssets, /^script-src \*:\*\/web\/;/, 'browsers enforce this policy too')
  const page = String(bytes)
  t.notMatch(page, /<script[^>]*>[^<]|<style|style=| on\w+=/)
  const files = [...page.matchAll(/(?:src|href)="(\/web\/[^"]+)"/g)].map(([, file]) => file)
  t.equal(files.length, 3)
  for (const file of files) {
    const { status, headers } = await send(`GET ${file}`)
    t.equal(status, 200, String(file))
    t.match(headers['content-type'], /^(application\/javascript|text\/(javascript|css)|font\/woff2)/)
    t.equal(headers['cache-control'], 'public, max-age=31536000, immutable')
  }
  t.equal((await send('GET /web/pages.json.map')).status, 404)
  t.equal((await send('GET /web/%2e%2e/cli.js')).status, 404)
})

t.test('the service serves the documentation, and every link in it works', async (t) => {
  const { send } = await startService(t)
  const read = async (path: string) => {
    const { status, headers, bytes } = await send(`GET ${path}`)
    t.equal(status, 200, path)
    t.match(headers['content-security-policy'], "default-src 'none'", path)
    return String(bytes)
  }
  const pages = new Map<string, string>()
  const links = [...(await read('/guide/index')).matchAll(/ href="([^"]+)"/g)].map(([, href = '']) => ['index', href])
  for (const [from = '', href = ''] of links) {
    if (/^(https?|mailto):/.test(href)) continue
    const [path = '', heading] = href.split('#')
    const target = path === '' ? `/guide/${from}` : path
    if (!target.startsWith('/guide/')) {
      if (!pages.has(target)) t.equal((await send(`GET ${target}`)).status, 200, `${from}: ${href}`)
      pages.set(target, '')
      continue
    }
    const page = pages.get(target) ?? (await read(target))
    if (!pages.has(target)) {
      t.notMatch(page, /<script|<style|style=|<img src="(?!\/icon)/, `${target}: nothing that the policy blocks`)
      links.push(
        ...[...page.matchAll(/ href="([^"]+)"/g)].map(([, next = '']) => [target.slice('/guide/'.length), next]),
      )
    }
    pages.set(target, page)
    if (heading !== undefined) t.ok(page.includes(` id="${heading}"`), `${from}: ${href}`)
  }
  t.ok(pages.size > 15)
  for (const path of ['/guide', '/guide/']) t.equal((await send(`GET ${path}`)).headers.location, '/guide/index')
  for (const name of ['challenges-solutions', 'challenges', 'nothing', '%00', '..%2fweb%2fpages.json', 'a%5c..%5cb']) {
    for (const path of [`/guide/${name}`, `/web/${name}`]) t.equal((await send(`GET ${path}`)).status, 404, path)
  }
})

t.test('every challenge links to a page and a heading that the service serves', async (t) => {
  const service = await startService(t)
  const { send } = await createBoard(service)
  const { json } = await send('GET /challenges')
  t.ok(json.challenges.length > 100)
  for (const url of new Set<string>(json.challenges.map(({ teaches }: { teaches: { url: string } }) => teaches.url))) {
    const { pathname, hash } = new URL(url)
    const { status, bytes } = await service.send(`GET ${pathname}`)
    t.equal(status, 200, url)
    if (hash !== '') t.match(String(bytes), ` id="${hash.slice(1)}"`, url)
  }
})

t.test(
  'no message, help text or page names a file of the documentation, or the specification to learners',
  async (t) => {
    // The compiled sources have no comments.
    const folder = join(import.meta.dirname, '../../build')
    const files = readdirSync(join(folder, 'src'), { recursive: true, encoding: 'utf8' })
    const paths = [
      ...files.map((file) => `src/${file}`),
      ...readdirSync(join(folder, 'web')).map((file) => `web/${file}`),
    ]
    for (const path of paths.filter((path) => path.endsWith('.js'))) {
      const text = readFileSync(join(folder, path), 'utf8')
      // `grade` prints the decisions that it reads from this file.
      const named = text.match(/docs\/[\w-]+\.md|examples\/[\w-]+\//g)?.filter((name) => name !== 'docs/decisions.md')
      t.strictSame(named ?? [], [], path)
      if (/^(web|src\/challenges)\//.test(path)) t.notMatch(text, /\bspecification\b/, path)
    }
  },
)

t.test('no page loads more than 60 kB of compressed scripts at first', async (t) => {
  const { send } = await startService(t)
  const sizeOf = async (file: string, seen: Set<string>): Promise<number> => {
    if (seen.has(file)) return 0
    seen.add(file)
    const { bytes } = await send(`GET /web/${file}`)
    const imported = [...String(bytes).matchAll(/(?:from|import)\s*"\.\/([^"]+)"/g)].map(([, name = '']) => name)
    const sizes = await Promise.all(imported.map((name) => sizeOf(name, seen)))
    return sizes.reduce((sum, size) => sum + size, gzipSync(bytes).length)
  }
  for (const path of ['/', '/board', '/class']) {
    const { bytes } = await send(`GET ${path}`, { headers: { accept: BROWSER } })
    const script = /src="\/web\/([^"]+)"/.exec(String(bytes))?.[1] ?? ''
    const files = new Set<string>()
    const size = await sizeOf(script, files)
    const named = [...String(bytes).matchAll(/(?:src|modulepreload" href)="\/web\/([^"]+)"/g)].map(([, name]) => name)
    t.strictSame(named.sort(), [...files].sort(), `${path} names all of them, so the browser loads them at once`)
    t.ok(size < 60_000, `${path} loads ${size} bytes`)
  }
})

t.test('boards have a page for browsers, and an index with their revision (decision 116)', async (t) => {
  const service = await startService(t, await ownStore())
  const board = await createBoard(service)
  for (const [path, base] of [
    ['/board', ''],
    [`/b/${board.id}`, `/b/${board.id}`],
    [`/b/${board.id}/`, `/b/${board.id}`],
    [`/b/${board.id}/board`, `/b/${board.id}`],
  ] as const) {
    const page = await service.send(`GET ${path}`, { headers: { accept: BROWSER } })
    t.match(page.headers.vary, 'Accept, Accept-Encoding', path)
    t.match(String(page.bytes), `data-base-path="${base}"`, path)
    t.equal(page.headers.etag, undefined, 'a page has no revision')
    // The log records a request after its response, so the number can follow later.
    const facts = base === '' ? '' : ' data-requests="\\d" data-exercise="none" data-frozen="false"'
    const start = new RegExp(`translate="no" data-base-path="${base}"${facts}>`)
    t.match(String(page.bytes), start, 'what decides its first look')
    const { json, headers } = await service.send(`GET ${path}`)
    t.equal(headers['content-type'], 'application/json')
    t.match(json.variants[0].url, new RegExp(`${base}/api/v1$`))
    t.equal((await service.send(`GET ${new URL(json.docs).pathname}`)).status, 200)
    const ifNoneMatch = { 'if-none-match': headers.etag as string }
    t.equal((await service.send(`GET ${path}`, { headers: ifNoneMatch })).status, 304, 'nothing has changed')
    const several = { 'if-none-match': `"other", W/${headers.etag}` }
    t.equal((await service.send(`GET ${path}`, { headers: several })).status, 304, 'one of several tags, and weak')
    await service.send(`POST ${base}/api/v1/tasks`, { json: TASK })
    const changed = await service.send(`GET ${path}`, { headers: ifNoneMatch })
    t.equal(changed.status, 200, 'a task was created')
    t.ok(changed.json.revision > json.revision)
  }
  await board.asOwner('PUT /exercise', { json: {} })
  const page = await service.send(`GET /b/${board.id}`, { headers: { accept: BROWSER } })
  t.match(String(page.bytes), 'data-exercise="set"')
  const { json } = await board.send('GET /')
  t.equal((await service.send(`GET ${new URL(json.training).pathname}`)).status, 200)
  t.notOk((await service.send('GET /board')).json.training, 'the default board has no operations for learners')
})

t.test('the index has the name and the base URL of the board, and a new name changes its ETag', async (t) => {
  const service = await startService(t)
  t.match((await service.send('GET /board')).json, { name: null, baseUrl: /^http:\/\/[^/]+$/ })
  const board = await createBoard(service, { name: 'لوحة' })
  t.match((await board.send('GET /')).json, { name: 'لوحة', baseUrl: new RegExp(`/b/${board.id}$`) })
  const { json: created } = await service.send('POST /classes', { json: { name: 'x', names: ['Ada'] } })
  const path = `/b/${created.boards[0].id}/`
  const { json, headers } = await service.send(`GET ${path}`)
  t.equal(json.name, 'Ada')
  await service.send(`PATCH /classes/${created.id}/boards/${created.boards[0].id}`, {
    json: { name: null },
    token: created.trainerSecret,
  })
  const renamed = await service.send(`GET ${path}`, { headers: { 'if-none-match': headers.etag as string } })
  t.match([renamed.status, renamed.json], [200, { name: null }])
})

t.test('without the default board, its page does not exist', async (t) => {
  const service = await startService(t, { boardsOnly: true })
  const board = await createBoard(service)
  t.equal((await service.send('GET /board')).status, 404)
  t.equal((await board.send('GET /')).status, 200)
})

t.test('docs/ui-testing.md lists every test id of each page, and no others', async (t) => {
  const root = join(import.meta.dirname, '../..')
  const sections = readFileSync(join(root, 'docs/ui-testing.md'), 'utf8').split('\n## ').slice(1)
  const read = (folder: string) =>
    readdirSync(join(root, 'web', folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.tsx'))
      .map((file) => readFileSync(join(root, 'web', folder, file), 'utf8'))
  const shared = read('shared').flatMap(idsOf)
  const unlisted = new Set(shared)
  for (const [index, folder] of ['landing', 'board', 'class'].entries()) {
    const rows = [...(sections[index] ?? '').matchAll(/^\| (`(?!data-testid).*?`) \|/gm)]
    const listed = new Set(rows.flatMap(([, ids = '']) => ids.match(/[\w-]+/g) ?? []))
    const used = read(folder).flatMap(idsOf)
    for (const id of used) {
      t.ok(
        [...listed].some((each) => patternOf(id).test(each)),
        `${folder}: ${id}`,
      )
    }
    const known = [...used, ...shared].map(patternOf)
    for (const id of listed)
      t.ok(
        known.some((pattern) => pattern.test(id)),
        `${id} is an element of the page ${folder}`,
      )
    for (const id of shared) if ([...listed].some((each) => patternOf(id).test(each))) unlisted.delete(id)
    t.ok(used.length > 10)
  }
  t.same([...unlisted], [], 'shared elements are listed')
})

/** Returns the test ids in a source. Those with a variable part contain `${…}`. */
function idsOf(source: string): string[] {
  return [...source.matchAll(/test(?:id|Id)(?:=|: )(?:"([\w-]+)"|\{?`([^`]+)`)/g)].map(
    ([, id, template]) => id ?? template ?? '',
  )
}

/** Returns a pattern that matches a test id. */
function patternOf(id: string): RegExp {
  return new RegExp(`^${id.replace(/\$\{[^}]*\}/g, '[\\w-]+')}$`)
}

t.test(
  'browsers get a page for unknown boards and paths, and other clients an error body (decision 123)',
  async (t) => {
    const { send } = await startService(t, await ownStore())
    const { id } = await createBoard({ send })
    const unknown = 'a'.repeat(26)
    for (const path of [
      '/nothing',
      '/tasks',
      '/<b>',
      `/b/${unknown}`,
      `/b/${unknown}/board`,
      `/b/${unknown}/docs`,
      '/docs/no',
      '/docs/static/no.js',
      '/guide/no',
      '/web/no.js',
    ]) {
      const target = `GET ${encodeURI(path)}`
      const page = await send(target, { headers: { accept: BROWSER } })
      t.equal(page.status, 404, path)
      t.equal(page.headers['content-type'], 'text/html; charset=utf-8', path)
      t.match(page.headers.vary, 'Accept')
      t.match(page.headers['content-security-policy'], /^default-src '(none|self)';/)
      t.match(String(page.bytes), /<h1>There is nothing at this address<\/h1>.*<a href="\/">/s, path)
      t.notMatch(String(page.bytes), '<script', path)
      t.match((await send(target)).json, { status: 404 }, path)
      const head = await send(target.replace('GET', 'HEAD'), { headers: { accept: BROWSER } })
      t.equal(head.status, 404, path)
      const { date, 'x-request-id': id, ...expected } = page.headers
      t.match(head.headers, expected, path)
    }
    for (const path of [
      '/api/v1/tasks/99',
      '/api/v1/nothing',
      '/api/v9/tasks',
      `/b/${id}/api/nothing`,
      `/boards/${unknown}`,
    ]) {
      const { headers } = await send(`GET ${path}`, { headers: { accept: BROWSER }, unchecked: true })
      t.match(headers['content-type'], 'application/json', `${path} belongs to the API`)
    }
    t.match((await send('POST /nothing', { headers: { accept: BROWSER } })).headers['content-type'], 'application/json')
  },
)
