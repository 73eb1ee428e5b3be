import { execFile } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { chmod } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import t from 'tap'
import { drawHouses, readFolders } from '../../scripts/folders.js'
import { replaceGenerated } from '../../scripts/markdown.js'
import { REFERENCE } from '../../scripts/reference.js'
import { caseOf, DEFECTS } from '../../src/api/defects/catalogue.js'
import { TIMEOUTS } from '../../src/rooms/storage/postgres/connect.js'
import { difficultyOf } from '../../src/rules/exposures/describe.js'
import { startService } from '../kit/helper.js'
import { BUILT_COMMANDS } from '../kit/process.js'
import { startJq } from '../kit/stand-in-jq.js'

const run = promisify(execFile)
const root = join(import.meta.dirname, '../..')
const read = (file: string) => readFileSync(join(root, file), 'utf8')
const documents = [
  'README.md',
  'CHANGELOG.md',
  ...readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
  'examples/suites/README.md',
  ...['rest-client', 'playwright', 'pytest'].map((name) => `examples/suites/${name}/README.md`),
]

/** The rows of the tables in a document, cell by cell. */
function rows(markdown: string): string[][] {
  return [...markdown.matchAll(/^\|(.+)\|$/gm)].map(([, cells]) => (cells ?? '').split('|').map((cell) => cell.trim()))
}

/** Stands in for npx, which would load the released package. */
const NPX = `#!/bin/sh\nshift\nexec "${process.execPath}" "${join(root, BUILT_COMMANDS)}" "$@"\n`

const END_OF_OUTPUT = '-- end of output --'

for (const file of ['README.md', 'docs/getting-started.md', 'docs/training.md', 'docs/defects.md']) {
  t.test(`${file}: every command runs without an administrator and gives the response shown`, async (t) => {
    const { app } = await startService(t, { clock: Date.now, rates: {}, sleep: async () => {} })
    const address = await app.listen({ host: '127.0.0.1', port: 0 })
    const folder = t.testdir({ '.curlrc': 'silent\n', bin: { jq: await startJq(t), npx: NPX } })
    for (const name of ['jq', 'npx']) await chmod(join(folder, 'bin', name), 0o755)
    const commands = readCommands(read(file))
    const script = commands
      .map(({ command }) => `${command}\necho '${END_OF_OUTPUT}'`)
      .join('\n')
      .replaceAll('http://127.0.0.1:3000', address)
    const { stdout, stderr } = await run('bash', ['-e', '-c', script], {
      cwd: folder,
      // The commands do not load the modules of tap.
      env: { ...process.env, NODE_OPTIONS: '', CURL_HOME: folder, PATH: `${join(folder, 'bin')}:${process.env.PATH}` },
    })
    t.equal(stderr, '')
    const outputs = stdout.replaceAll(address, 'http://127.0.0.1:3000').split(END_OF_OUTPUT)
    for (const [index, { command, response }] of commands.entries()) {
      const output = outputs[index] ?? ''
      if (response === undefined) t.notMatch(output, '"error":', command)
      else t.equal(normalize(output), normalize(response), command)
    }
    t.ok(commands.some(({ response }) => response !== undefined))
  })
}

/** The commands of a page in order, each with the response that follows it, if there is one. */
function readCommands(page: string): { command: string; response: string | undefined }[] {
  const blocks = [...page.matchAll(/```(\w+)\n(.*?)```/gs)].map(([, language = '', text = '']) => ({
    language,
    text,
  }))
  return blocks.flatMap(({ language, text }, index) => {
    if (language !== 'sh') return []
    const next = blocks[index + 1]
    return { command: text, response: /json|text/.test(next?.language ?? '') ? next?.text : undefined }
  })
}

/** An output without what differs from run to run (moments, tokens, ids of boards) and without the formatting of JSON. */
function normalize(output: string): string {
  return unformat(output.trim())
    .replace(/"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ"/g, '"<moment>"')
    .replace(/"(token|refreshToken)":"[\w.~-]{43,}"/g, '"$1":"<token>"')
    .replace(/\/b\/[a-z2-7]{26}/g, '/b/<id>')
}

function unformat(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text))
  } catch {
    return text
  }
}

t.test('docs/stores.md: the table of PostgreSQL time-outs matches the code', async (t) => {
  const expected = Object.entries(TIMEOUTS).map(([name, milliseconds]) => [`\`${name}\``, `\`${milliseconds}\``])
  const [, table = ''] = /(\| Parameter .*?)\n\n/s.exec(read('docs/stores.md')) ?? []
  t.strictSame(
    rows(table)
      .slice(2)
      .map(([name, fallback]) => [name, fallback]),
    expected,
  )
})

t.test('docs/defects.md: the catalogue matches the code', async (t) => {
  const sections = read('docs/defects.md').split(/^### /m).slice(1)
  const found = sections.flatMap((section) => {
    const [, area] = /^`(.*)`/.exec(section) ?? []
    return rows(section)
      .slice(2)
      .map((row) => [area, ...row])
  })
  const expected = DEFECTS.map((defect) => {
    const { area, code, name, title, rule, severity } = defect
    return [area, code, `\`${name}\``, title, rule, severity, difficultyOf(caseOf(defect))]
  })
  t.strictSame(found, expected)
})

t.test('the generated parts of the pages match the code: `npm run write -- reference` writes them', async (t) => {
  for (const { page, part, write } of REFERENCE) {
    const text = read(`docs/${page}.md`)
    t.equal(replaceGenerated(text, part, write()), text, `docs/${page}.md: ${part}`)
  }
})

t.test('every page names only npm scripts that exist', async (t) => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
  const text = documents.map(read).join('\n')
  const named = [...text.matchAll(/npm (?:run )?((?<=run )[\w:-]+|ci|start|test)\b/g)].map(([, name = '']) => name)
  const unknown = named.filter((name) => name !== 'ci' && scripts[name] === undefined)
  t.strictSame(unknown, [])
})

t.test('docs/images/houses.svg shows the houses: `npm run write -- reference` draws it', async (t) => {
  t.equal(read('docs/images/houses.svg'), drawHouses())
})

t.test('src/ has at most 60 folders, each with 2 to 20 files of at most 250 lines', async (t) => {
  const folders = readFolders()
  t.ok(folders.length <= 60, `${folders.length} folders`)
  const wrong = folders.filter(({ files }) => files.length < 2 || files.length > 20)
  const crowded = wrong.map(({ path, files }) => `${path}: ${files.length}`)
  t.strictSame(crowded, [])
  const all = folders.flatMap(({ path, files }) => files.map((file) => `src/${path}/${file}`))
  const long = all.filter((file) => read(file).split('\n').length > 251)
  t.strictSame(long, [])
})

t.test('docs/architecture.md names only files and folders of src/ that exist', async (t) => {
  const paths = [...read('docs/architecture.md').matchAll(/`([\w.-]*\/[\w./-]*|[\w-]+\.ts)`/g)].map(
    ([, path = '']) => path,
  )
  const missing = paths.filter((path) => !existsSync(join(root, 'src', path)))
  t.strictSame(missing, [])
})

t.test('every link between the pages leads to a file, and to a heading of it', async (t) => {
  for (const file of documents) {
    const links = [...read(file).matchAll(/\]\((?!https?:)([^)#]*)(?:#([^)]*))?\)/g)]
    const broken = links.filter(([, link = '', heading]) => {
      const target = link === '' ? file : join(dirname(file), link)
      if (!existsSync(join(root, target))) return true
      return heading !== undefined && !headings(read(target)).includes(heading)
    })
    const targets = broken.map(([link]) => link)
    t.strictSame(targets, [], file)
  }
})

t.test('the README leads to every page', async (t) => {
  const reached = new Set(['README.md'])
  // The set grows while the loop runs.
  for (const file of reached) {
    for (const [, link = ''] of read(file).matchAll(/\]\((?!https?:)([^)#]+\.md)(?:#[^)]*)?\)/g)) {
      reached.add(join(dirname(file), link))
    }
  }
  const unlinked = documents.filter((file) => !reached.has(file))
  t.strictSame(unlinked, [])
})

/** The anchors that GitHub gives to the headings of a page. */
function headings(markdown: string): string[] {
  return [...markdown.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  )
}
