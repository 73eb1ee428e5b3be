/**
 * Compiles the project and runs tests with tap: all of `test/`, or the files and folders that are named. Options go to tap.
 *
 * The tests of a folder, or of several, share one process, which loads the sources once. With `--coverage`, all tests
 * must cover `src/`; with `--coverage-map`, those that are named must cover its files. When all tests run, `tsc` checks
 * the types at the same time.
 */
import { spawn } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { text } from 'node:stream/consumers'
import { build } from 'esbuild'
import { compile, compiledPath, findSources, OPTIONS, ROOT } from './compile.mjs'

const GROUPS = 'build/groups'
/** tap writes the results of each process into this folder. */
const RESULTS = '.tap/test-results'

/** The groups of the tests in `test/` that start processes, and wait for them most of the time. */
const PROCESSES = ['processes-1', 'processes-2']
/** The groups of the tests of PostgreSQL, which wait for time-outs. */
const POSTGRES = ['postgres-1', 'postgres-2']
/** The folders whose tests share a process. A process takes three seconds of CPU time to load tap and the sources. */
const SHARED = [
  ['test/boards', 'test/routes'],
  ['test/conformance', 'test/evidence', 'test/rehearsal', 'test/suite'],
  ['test/auth', 'test/benchmark', 'test/challenges', 'test/drill', 'test/drills', 'test/habits', 'test/training'],
  ['test/cli', 'test/exposures'],
  ['test/chaos', 'test/editions', 'test/properties'],
  ['test/grade', 'test/rooms', 'test/rooms/board'],
  ['test/defects', 'test/examples', 'test/library', 'test/report', 'test/rooms/storage', 'test/store'],
]
/** The groups that share the tests of the pages. Each starts a browser. */
const BROWSERS = ['browser-1', 'browser-2', 'browser-3']
/** The groups start in this order, so that those that run at the same time end at about the same time. */
const ORDER = [
  ...POSTGRES,
  ...SHARED.slice(0, 3).map(nameOf),
  'test',
  PROCESSES[0],
  ...SHARED.slice(3).map(nameOf),
  PROCESSES[1],
  'threads',
]

/**
 * Modules that come before the tests. The first keeps tap from loading its modules into every process that a test starts,
 * which takes 0.2 s each, and from following every promise, which takes 8 % of the CPU time. tap does so to find the test of
 * an error that nothing catches. The second gives the error to the test that runs.
 */
const BEFORE_TAP = 'build/before-tap.js'
const LEAVE_PROCESSES_AND_PROMISES = `
import asyncHooks from 'node:async_hooks'
import { syncBuiltinESMExports } from 'node:module'
import processOnSpawn from 'process-on-spawn'
processOnSpawn.removeAllListeners()
const hook = { enable: () => hook, disable: () => hook }
asyncHooks.createHook = () => hook
syncBuiltinESMExports()
`
const AFTER_TAP = 'build/after-tap.js'
const FAIL_RUNNING_TEST = `
import t from 'tap'
process.on('uncaughtException', (error) => {
  let running = t
  for (let test = t; test !== undefined; [test] = test.activeSubtests ?? []) running = test
  running.threw(error)
})
`

/** A module that has Node.js record the coverage of threads. tap records that of the process alone. */
const THREAD_COVERAGE = 'build/thread-coverage.js'
const COVER_THREADS = `
const { PROCESS_COVERAGE } = process.env
if (PROCESS_COVERAGE !== undefined) process.env.NODE_V8_COVERAGE = PROCESS_COVERAGE
`
/** The group of the tests whose threads are covered. They reach all code that runs in threads. */
const THREADS = 'threads'
const COVERING_THREADS = [
  'test/store/sqlite.test.ts',
  'test/rooms/storage/sqlite.test.ts',
  'test/routes/json-bodies.test.ts',
]

/** The option that measures coverage, and the start of the one with which tap gets the files to cover. */
const COVERAGE = '--coverage'

/** The files of the build, in a source. */
const BUILD = /'dist\/|bin\/task-board-service\.js/

const args = process.argv.slice(2)
const options = args.filter((arg) => arg.startsWith('-'))
const paths = args.filter((arg) => !arg.startsWith('-')).map((path) => relative(ROOT, path))
const isEverything = paths.length === 0
const isCovered = options.some((option) => option.startsWith(COVERAGE))

const types = isEverything ? checkTypes() : undefined
const files = findSources().filter((file) =>
  isEverything ? /^test\/.*\.test\.ts$/.test(file) : isTest(file) && paths.some((path) => isWithin(file, path)),
)
const missing = paths.filter((path) => !files.some((file) => isWithin(file, path)))
if (missing.length > 0) throw new Error(`There are no tests in ${missing.join(', ')}`)
const [file] = files
await Promise.all([compile(), (files.length > 1 || (await runsBuild(file))) && import('./build.mjs')])
const tests = files.length > 1 || isCovered ? group(files) : files.map(compiledPath)
rmSync(join(ROOT, RESULTS), { recursive: true, force: true })
const tap = spawn(
  join(ROOT, 'node_modules/.bin/tap'),
  [...(isCovered ? [] : ['--disable-coverage']), ...options.filter((option) => option !== COVERAGE), ...tests],
  {
    cwd: ROOT,
    stdio: 'inherit',
    // tap does not filter the coverage of processes and threads, so it is recorded only when all sources are covered.
    env: { ...process.env, ...(options.includes(COVERAGE) && { PROCESS_COVERAGE: '.tap/coverage' }) },
  },
)
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => tap.kill(signal))
tap.once('exit', async (code) => {
  const problems = await types
  if (problems) console.log(`\nThe types are not valid:\n${problems}`)
  process.exitCode = code || (problems ? 1 : 0)
})

/** Checks the types. Returns what is wrong, `''` if nothing is. */
async function checkTypes() {
  const check = spawn('npm', ['run', '--silent', 'types'], { cwd: ROOT, stdio: ['ignore', 'pipe', 'inherit'] })
  const exit = new Promise((resolve) => check.once('exit', resolve))
  const output = await text(check.stdout)
  return (await exit) === 0 ? '' : output || 'The check did not run.'
}

/** Whether a test runs the built commands: it, or a module that it imports, names the files of the build. */
async function runsBuild(file) {
  const options = { ...OPTIONS, bundle: true, packages: 'external', write: false, sourcemap: false }
  const { metafile } = await build({ ...options, entryPoints: [file], metafile: true })
  return Object.keys(metafile.inputs).some((input) => BUILD.test(readFileSync(join(ROOT, input), 'utf8')))
}

function isTest(file) {
  return /\.(test|postgres|browser|package)\.ts$/.test(file)
}

function isWithin(file, path) {
  return `${file}/`.startsWith(`${path}/`)
}

/** Writes a module for each group that imports its tests; returns the paths of the modules. */
function group(files) {
  const groups = new Map()
  const bytesOf = (file) => statSync(join(ROOT, file)).size
  const bytes = (name) => (groups.get(name) ?? []).map(bytesOf).reduce((sum, size) => sum + size, 0)
  // The largest first, so that the processes that share tests get about the same amount of code.
  for (const file of files.toSorted((a, b) => bytesOf(b) - bytesOf(a))) {
    const [name] = groupsOf(file).toSorted((a, b) => bytes(a) - bytes(b))
    groups.set(name, [...(groups.get(name) ?? []), file])
  }
  rmSync(join(ROOT, GROUPS), { recursive: true, force: true })
  mkdirSync(join(ROOT, GROUPS), { recursive: true })
  writeFileSync(join(ROOT, BEFORE_TAP), LEAVE_PROCESSES_AND_PROMISES)
  writeFileSync(join(ROOT, AFTER_TAP), FAIL_RUNNING_TEST)
  writeFileSync(join(ROOT, THREAD_COVERAGE), COVER_THREADS)
  return [...groups].map(([name, members]) => {
    const path = join(GROUPS, `${orderOf(name)}-${name}.js`)
    const before = [BEFORE_TAP, AFTER_TAP, ...(name === THREADS ? [THREAD_COVERAGE] : [])]
    const modules = [...before, ...members.toSorted().map(compiledPath)]
    const imports = modules.map((file) => `import '${relative(GROUPS, file)}'\n`)
    writeFileSync(join(ROOT, path), imports.join(''))
    return path
  })
}

/** tap runs the groups in the order of their names, so that all numbers have two digits. */
function orderOf(group) {
  const index = ORDER.indexOf(group)
  return String(index === -1 ? ORDER.length + 1 : index + 1).padStart(2, '0')
}

/** The groups that a test can be in: that of its folder, or of several folders, or several groups that share the tests. */
function groupsOf(file) {
  if (COVERING_THREADS.includes(file)) return [THREADS]
  const folder = dirname(file)
  if (folder === 'test/browser') return BROWSERS
  if (folder === 'test/postgres') return POSTGRES
  if (folder === 'test' && readFileSync(join(ROOT, file), 'utf8').includes("from './process.js'")) return PROCESSES
  return [nameOf(SHARED.find((folders) => folders.includes(folder)) ?? [folder])]
}

/** The name of a group: `auth-routes-training`. */
function nameOf(folders) {
  return folders.map((folder) => folder.replace(/^test\//, '').replaceAll('/', '-')).join('-')
}
