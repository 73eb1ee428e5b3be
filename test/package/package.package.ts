import { existsSync, mkdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core'
import { publint } from 'publint'
import t from 'tap'
import { visit } from '../browser/browser.js'
import { longTest } from '../kit/long-test.js'
import { installPackage, ROOT } from './installed.js'

/** The maximum size of the packed package in bytes. */
const PACKED_MAX = 1_700_000
/** The maximum size of the folder `node_modules` of a user in KiB. */
const INSTALLED_MAX = 83_000

/** The packages that the bundles and the pages contain, without what they use. */
const BUNDLED = [
  '@atlaskit/pragmatic-drag-and-drop',
  '@atlaskit/pragmatic-drag-and-drop-hitbox',
  '@fontsource-variable/geist',
  '@fontsource-variable/geist-mono',
  '@sinclair/typebox',
  'dompurify',
  'eventsource-parser',
  'fastify',
  'fflate',
  'light-my-request',
  'lucide',
  'marked',
  'preact',
  'qr',
  'uplot',
]

const user = await installPackage(t)
const MODULES = join(user.folder, 'node_modules')
const readJson = (file: string) => JSON.parse(readFileSync(join(MODULES, file), 'utf8'))

t.test('the package has only what users need, and is small', async (t) => {
  const { stdout } = await user.run(`tar -tf ${user.tarball}`)
  const files = stdout.trim().split('\n')
  const unexpected = files.filter(
    (file) =>
      !/^package\/(bin\/task-board-service\.js$|dist\/|openapi\/((3\.1\/)?(earlier\/)?|service\/)[^/]+\.(json|yaml)$|docs\/decisions\.md$|(package\.json|README\.md|LICENSE|CHANGELOG\.md)$)/.test(
        file,
      ),
  )
  t.strictSame(unexpected, [])
  t.notOk(files.includes('package/openapi/released/v1.json'))
  t.ok(statSync(user.tarball).size < PACKED_MAX, `${statSync(user.tarball).size} bytes packed`)
  const [size] = (await user.run('du -sk node_modules')).stdout.split('\t')
  t.ok(Number(size) < INSTALLED_MAX, `${size} KiB installed`)
})

t.test('npm installs the packages of the service without a warning, and refuses none with engine-strict', async (t) => {
  const { dependencies } = readJson('task-board-service/package.json')
  for (const name of Object.keys(dependencies)) t.ok(existsSync(join(MODULES, name, 'package.json')), name)
  t.equal(user.warnings, '')
})

longTest('Yarn 1 installs the package', async (t) => {
  mkdirSync(join(user.folder, 'yarn'))
  user.write('yarn/package.json', JSON.stringify({ name: 'user', private: true, license: 'MIT' }))
  const registry = (await user.run('npm config get registry')).stdout.trim()
  const add = `npx --yes yarn@1 add --ignore-scripts --non-interactive --registry ${registry} file:${user.tarball}`
  const { code, stdout, stderr } = await user.run(`cd yarn && ${add}`)
  t.equal(code, 0, stdout + stderr)
  const version = await user.run('cd yarn && node node_modules/.bin/task-board-service --version')
  t.match(version, { code: 0, stdout: readJson('task-board-service/package.json').version }, version.stderr)
})

t.test('the package passes on the licences of the packages that it contains', async (t) => {
  const notices = readFileSync(join(MODULES, 'task-board-service/dist/THIRD-PARTY-NOTICES.txt'), 'utf8')
  for (const name of BUNDLED) t.match(notices, new RegExp(`^${name}( \\d.*)?\n\n[^]{500}`, 'm'), name)
})

t.test('the bill of materials lists what users install and what the package contains', async (t) => {
  const sbom = readJson('task-board-service/dist/sbom.cdx.json')
  const { dependencies, devDependencies, name, version } = readJson('task-board-service/package.json')
  t.match(sbom, { bomFormat: 'CycloneDX', metadata: { component: { name, version } } })
  const names: string[] = sbom.components.map((component: { name: string }) => component.name)
  for (const each of [...Object.keys(dependencies), ...BUNDLED]) t.ok(names.includes(each), each)
  const surplus = Object.keys(devDependencies).filter((each) => names.includes(each) && !BUNDLED.includes(each))
  // Packages of @fastify/swagger-ui, and one of Fastify.
  t.strictSame(surplus, ['openapi-types', 'semver', 'yaml'])
})

t.test('publint and "Are the types wrong?" find only what the documentation names', async (t) => {
  const bytes = new Uint8Array(readFileSync(user.tarball))
  const { messages } = await publint({ pack: { tarball: bytes.buffer } })
  t.strictSame(messages, [])
  const entrypoints = ['.', 'openapi/v1', 'openapi/boards']
  const analysis = await checkPackage(createPackageFromTarballData(bytes), { entrypoints })
  const problems = 'problems' in analysis ? analysis.problems : []
  const found = problems.map((problem) => `${problem.kind} ${'resolutionKind' in problem && problem.resolutionKind}`)
  // The types need `nodenext` or `bundler`, and the package is an ES module.
  t.strictSame(new Set(found), new Set(['NoResolution node10', 'CJSResolvesToESM node16-cjs']))
})

t.test('npx starts the service with its data in a folder that the output names', async (t) => {
  const { lines, found, interrupt } = await user.start('npx task-board-service --port 0', /(http:\S+)\/docs"/)
  const file = join(user.folder, 'data/board.db')
  t.ok(lines.some((line) => JSON.parse(line).msg === `Data: ${file}`))
  t.ok(existsSync(file))
  const page = await (await fetch(found, { headers: { accept: 'text/html' } })).text()
  const script = /src="(.*?)"/.exec(page)?.[1] ?? 'the start page has no script'
  for (const path of [
    script,
    '/api/v1/tasks',
    '/docs',
    '/docs/static/swagger-ui-bundle.js',
    '/docs/yaml',
    '/metrics',
  ]) {
    t.equal((await fetch(found + path)).status, 200, path)
  }
  const checked = await user.run(`npx task-board-service check ${found} --only summary/`)
  t.match(checked, { code: 0, stdout: /Required by the specification +\d+ passed, 0 failed/ })
  await interrupt()
  t.match(JSON.parse(lines.at(-1) ?? ''), { msg: 'stopping', signal: 'SIGINT' })
  await t.rejects(fetch(found))
})

t.test('the pages of the package work in a browser', async (t) => {
  const { found: origin, interrupt } = await user.start('npx task-board-service --port 0', /(http:\S+)\/docs"/)
  const page = await visit(t, origin)
  await page.getByTestId('create-board').click()
  await page.getByTestId('open-board').click()
  await page.getByTestId('task').first().waitFor()
  await page.getByTestId('new-task').click()
  await page.getByTestId('field-title').fill('Created with the package')
  await page.getByTestId('save-task').click()
  await page.getByTestId('task').getByText('Created with the package').waitFor()
  await page.goto(`${origin}/class`)
  await page.getByTestId('class-name').fill('A class')
  await page.getByTestId('learner-by-names').check()
  await page.getByTestId('learner-names').fill('Ada')
  await page.getByTestId('create-class').click()
  await page.getByTestId('open-class').click()
  await page.getByTestId('learner').getByText('Ada').waitFor()
  await page.close()
  await interrupt()
})

t.test('the other commands work', async (t) => {
  const results: [command: string, stdout: string][] = [
    ['database migrate', 'The tables in sqlite:./data/board.db are up to date.\n'],
    ['database reset-faults', 'Restarted the fault plan in sqlite:./data/board.db.\n'],
    ['database backup --to copy.db', 'Backed up sqlite:./data/board.db to copy.db.\n'],
  ]
  for (const [command, stdout] of results) {
    t.match(await user.run(`npx task-board-service ${command}`), { code: 0, stdout }, command)
  }
  const copied = await user.run('npx task-board-service database copy --from sqlite:copy.db --to sqlite:other.db')
  t.match(copied, { code: 0, stdout: /^Copied sqlite:copy\.db to sqlite:other\.db: rooms \d+, boards \d+, / })
  t.match(await user.run('npx task-board-service strat'), { code: 2, stderr: /unknown command 'strat'/ })
  t.match(await user.run('npx task-board-service --port=http'), { code: 1, stderr: /PORT must be an integer/ })
})

t.test('grade runs a test suite with each defect', async (t) => {
  const suite = `
const { status } = await fetch(process.env.API_URL + '/tasks', {
  method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"title": "a", "status": "TODO"}',
})
process.exitCode = status === 201 ? 0 : 1`
  user.write('suite.mjs', suite)
  const graded = await user.run(
    'npx task-board-service grade --defects create-returns-200,summary --html report.html --min-score 30 -- node suite.mjs',
  )
  t.match(graded, { code: 0, stdout: /found 1 of 3 defects\.\n/ }, graded.stderr)
  t.match(readFileSync(join(user.folder, 'report.html'), 'utf8'), 'create-returns-200')
})

const SCRIPT = `
const service = await startTaskBoard({ demoData: true })
const response = await fetch(service.apis.v1 + '/tasks/summary')
console.log((await response.json()).totalTasks)
await service.close()
`

t.test('the library works with import and require, and then the process ends', async (t) => {
  user.write('esm.mjs', `import { startTaskBoard } from 'task-board-service'\n${SCRIPT}`)
  user.write('cjs.cjs', `const { startTaskBoard } = require('task-board-service')\nvoid (async () => {${SCRIPT}})()`)
  for (const file of ['esm.mjs', 'cjs.cjs']) t.match(await user.run(`node ${file}`), { code: 0, stdout: '20\n' }, file)
})

t.test('the package has the published OpenAPI documents', async (t) => {
  const names = ['v1', 'v2', 'buggy', 'boards', 'training']
  for (const name of [...names, ...names.map((name) => `3.1/${name}`)]) {
    const resolve = `import.meta.resolve('task-board-service/openapi/${name}.json').slice('file://'.length)`
    const { stdout } = await user.run(`node --input-type=module --eval "process.stdout.write(${resolve})"`)
    t.equal(readFileSync(stdout, 'utf8'), readFileSync(join(ROOT, `openapi/${name}.json`), 'utf8'), name)
  }
})

const TYPED = `
import { type Board, startTaskBoard, type TaskBoard } from 'task-board-service'
import type { components, operations, paths } from 'task-board-service/openapi/v1'
import type { components as ofV2 } from 'task-board-service/openapi/v2'
import type { components as ofBoards } from 'task-board-service/openapi/boards'
import type { paths as ofBuggy } from 'task-board-service/openapi/buggy'
import v1 from 'task-board-service/openapi/v1.json' with { type: 'json' }

const service: TaskBoard = await startTaskBoard({ rates: { 'server-error': 0.5 }, seed: 42, delay: [0, 10] })
const board: Board = await service.board({ fixture: 'demo', faults: { script: [['date-mix'], []] } })
const response = await fetch(board.apis.v1 + '/tasks/1')
const task = (await response.json()) as components['schemas']['Task']
export const title: string = task.title
export const query: operations['listTasks']['parameters']['query'] = { status: 'TODO', page: 0 }
export const role: ofV2['schemas']['Session']['role'] = 'ADMIN'
export const newBoard: Pick<ofBoards['schemas']['NewBoard'], 'ownerToken'> = board
export const path: keyof paths & keyof ofBuggy = '/tasks/summary'
export const openapi: string = v1.openapi
await service.close()

// @ts-expect-error a fault that does not exist
await startTaskBoard({ rates: { 'server-eror': 1 } })
// @ts-expect-error a task has no such field
task.colour
// @ts-expect-error a status that does not exist
export const wrong: operations['listTasks']['parameters']['query'] = { status: 'LATER' }
`

t.test('TypeScript checks programs against the types', async (t) => {
  user.write('typed.mts', TYPED)
  const tsc = `node ${join(ROOT, 'node_modules/typescript/bin/tsc')} --noEmit --strict --target es2022 --lib es2022,dom`
  for (const resolution of ['--module nodenext', '--module esnext --moduleResolution bundler']) {
    const { code, stdout } = await user.run(`${tsc} ${resolution} --resolveJsonModule --esModuleInterop typed.mts`)
    t.equal(code, 0, stdout || resolution)
  }
})

longTest('npm can publish the package', async (t) => {
  const { code, stderr } = await user.run(`npm publish --dry-run ${user.tarball}`)
  t.equal(code, 0, stderr)
  t.notMatch(stderr, /auto-corrected|invalid/)
})
