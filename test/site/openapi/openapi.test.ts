import { readdirSync, readFileSync } from 'node:fs'
import { isDeepStrictEqual } from 'node:util'
import t from 'tap'
import { parse as parseYaml } from 'yaml'
import { buildDocuments } from '../../../scripts/openapi/build.js'
import { renderJson, renderYaml } from '../../../scripts/openapi/render.js'
import { DOCUMENTS as PUBLISHED } from '../../../src/site/documents.js'
import { type ServiceOptions, startService } from '../../kit/helper.js'
import { addressOf, before, DOCUMENTS, defaults, NAMES, prefixOf, SUFFIXES, served } from './published.js'

/** The documents that do not belong to a variant. They are the same in all editions. */
const OTHERS = PUBLISHED.filter(({ prefix }) => prefix === '').map(({ name }) => name)

const OPENAPI = new URL('../../../openapi/', import.meta.url)

/** The source of the workflows, which is written by hand. */
const WORKFLOWS = 'task-board-service.arazzo.yaml'

function committed(file: string): string {
  return readFileSync(new URL(file, OPENAPI), 'utf8')
}

/** Returns a served document as it is committed: without the URL of the service. */
function withoutServiceUrl(text: string): string {
  return text.replace(/(url"?: "?)http:\/\/localhost:\d+([^"\n]*)/, (_, start, path) => start + (path || '/'))
}

t.test('the build writes the committed files of `openapi/`', async (t) => {
  const built = await buildDocuments()
  for (const [file, text] of built) t.ok(committed(file) === text, file)
  const files = readdirSync(OPENAPI, { recursive: true }).map((file) => String(file).replaceAll('\\', '/'))
  const found = files.filter((file) => /\.(json|yaml)$/.test(file) && !file.startsWith('released/'))
  t.strictSame(found.sort(), [...built.keys(), WORKFLOWS].sort())
})

t.test('the served documents are the committed ones, byte for byte, apart from the URL of the service', async (t) => {
  for (const { name, label, service } of DOCUMENTS) {
    for (const [suffix, file] of [
      ['.json', `${label}.json`],
      ['.yaml', `${label}.yaml`],
      ['-3.1.json', `3.1/${label}.json`],
      ['-3.1.yaml', `3.1/${label}.yaml`],
    ] as const) {
      const { status, headers, bytes } = await service.send(`GET ${addressOf(name)}${suffix}`)
      t.equal(status, 200)
      t.equal(headers['content-type'], suffix.endsWith('json') ? 'application/json' : 'application/yaml')
      t.equal(withoutServiceUrl(String(bytes)), committed(file), file)
      if (suffix.endsWith('yaml')) t.notMatch(String(bytes), /^\s*\S+: [&*]\w/m, `${file} has no aliases`)
    }
  }
})

t.test('the management API and the operations of learners are the same in all editions (decision 80)', async (t) => {
  for (const name of OTHERS) {
    t.ok(isDeepStrictEqual(await served(name, before), await served(name)), name)
  }
})

t.test('the titles of documents and of Swagger UI name an edition that is not the current one', async (t) => {
  for (const name of ['v1', 'v2', 'buggy']) {
    t.equal((await served(name)).info.title, `Task Board Service ${name}`)
    t.equal((await served(name, before)).info.title, `Task Board Service ${name} (earlier edition)`)
  }
  t.match(String((await defaults.send('GET /docs')).bytes), '<title>Task Board Service</title>')
  t.match(String((await before.send('GET /docs')).bytes), '<title>Task Board Service (earlier edition)</title>')
})

/** Characters that parsers of YAML refuse or take for line breaks. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are among them
const UNREADABLE = /[\0-\x09\x0b-\x1f\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]/

t.test('documents contain no character that parsers of YAML refuse or take for a line break', async (t) => {
  for (const path of ['/arazzo', ...NAMES.map(addressOf)]) {
    for (const suffix of path === '/arazzo' ? SUFFIXES.slice(0, 2) : SUFFIXES) {
      t.equal(UNREADABLE.exec(String((await defaults.send(`GET ${path}${suffix}`)).bytes)), null, path + suffix)
    }
  }
  const characters = Array.from({ length: 0x1_0000 }, (_, code) => String.fromCharCode(code)).filter((character) =>
    UNREADABLE.test(character),
  )
  const texts = [...characters, characters.join(' '), `two\nlines ${characters.join('')}`, `\\${characters.join('\\')}`]
  const document = Object.fromEntries(texts.map((text) => [text, [text]]))
  for (const render of [renderJson, renderYaml]) {
    const rendered = render(document)
    t.equal(UNREADABLE.exec(rendered), null)
    for (const version of ['1.2', '1.1'] as const) t.strictSame(parseYaml(rendered, { version }), document)
  }
})

t.test('?download makes a document an attachment with a file name', async (t) => {
  const { send } = defaults
  const names = [...NAMES.map((name) => [addressOf(name), name]), ['/openapi', 'v1']]
  for (const [path, name] of names) {
    for (const suffix of SUFFIXES) {
      const address = `GET ${path}${suffix}`
      const shown = await send(address)
      const saved = await send(`${address}?download`)
      t.equal(saved.headers['content-disposition'], `attachment; filename=task-board-service-${name}${suffix}`)
      t.equal(shown.headers['content-disposition'], undefined, 'not without ?download')
      t.ok(saved.bytes.equals(shown.bytes))
      t.equal(saved.headers['content-type'], shown.headers['content-type'])
    }
  }
})

t.test('the document at the root is the one of v1', async (t) => {
  const { send } = defaults
  for (const suffix of SUFFIXES) {
    const root = await send(`GET /openapi${suffix}`)
    t.equal(root.status, 200)
    t.equal(String(root.bytes), String((await send(`GET /api/v1/openapi${suffix}`)).bytes))
  }
})

t.test('the server URL of a document is absolute: that of the request, or PUBLIC_URL', async (t) => {
  const ofProxy = { headers: { 'x-forwarded-proto': 'https', 'x-forwarded-host': 'board.example.net' } }
  for (const [settings, options, base] of [
    [{}, { headers: { host: '127.0.0.1:8080' } }, 'http://127.0.0.1:8080'],
    [{ trustProxy: true, allowedHosts: ['board.example.net'] }, ofProxy, 'https://board.example.net'],
    [{ publicUrl: 'https://board.example.org/practice' }, {}, 'https://board.example.org/practice'],
  ] as const) {
    const { send } = await startService(t, structuredClone(settings) as ServiceOptions)
    for (const name of NAMES) {
      for (const suffix of ['.json', '-3.1.json']) {
        const { json, bytes } = await send(`GET ${addressOf(name)}${suffix}`, { ...options, unchecked: true })
        const path = name === 'training' ? '/b/{board}' : prefixOf(name)
        t.match(json.servers, [{ url: `${base}${path}` }])
        t.notMatch(String(bytes), /\.invalid/)
      }
    }
  }
})

t.test('the documents have the version of the package', async (t) => {
  const { version } = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'))
  for (const name of NAMES) t.equal((await served(name)).info.version, version)
})
