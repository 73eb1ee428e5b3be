import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import t from 'tap'
import { startBoard } from '../kit/board.js'
import { startService } from '../kit/helper.js'

/** What Chromium sends when it opens a page. */
const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8'

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
  const { service, send } = await startBoard(t)
  const { json } = await send('GET /challenges')
  t.ok(json.challenges.length > 100)
  for (const url of new Set<string>(json.challenges.map(({ teaches }: { teaches: { url: string } }) => teaches.url))) {
    const { pathname, hash } = new URL(url)
    const { status, bytes } = await service.send(`GET ${pathname}`)
    t.equal(status, 200, url)
    if (hash !== '') t.match(String(bytes), ` id="${hash.slice(1)}"`, url)
  }
})

t.test('no message, help text or page names a documentation file, or the specification to learners', async (t) => {
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
})

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
      const isListed = [...listed].some((each) => patternOf(id).test(each))
      t.ok(isListed, `${folder}: ${id}`)
    }
    const known = [...used, ...shared].map(patternOf)
    const unknown = [...listed].filter((id) => !known.some((pattern) => pattern.test(id)))
    t.strictSame(unknown, [], `all elements are of the page ${folder}`)
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
