/**
 * Compiles the project and runs tests with tap: all of `test/`, or the files and folders that are named. Options go to tap.
 *
 * The tests of a folder share one process, which loads the sources once. Coverage is measured when all tests run, or when
 * `--coverage-map` names the files to cover. When all tests run, `tsc` checks the types at the same time.
 */
import { spawn } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { text } from 'node:stream/consumers'
import { compile, compiledPath, findSources, ROOT } from './compile.mjs'
import { formatSlowest } from './slowest.mjs'

const GROUPS = 'build/groups'
/** tap writes the results of each process into this folder. */
const RESULTS = '.tap/test-results'

/** The groups that take longest start first, so that both cores have work until the end. */
const LONGEST = [
  'processes',
  'test',
  'test-boards',
  'threads',
  'test-store',
  'test-conformance',
  'test-grade',
  'test-cli',
]

/** A module that keeps tap from loading its modules into every process that a test starts, which takes 0.2 s each. */
const PLAIN_PROCESSES = 'build/plain-processes.js'
const LEAVE_PROCESSES = `
import processOnSpawn from 'process-on-spawn'
processOnSpawn.removeAllListeners()
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
  'test/store/threads.test.ts',
  'test/store/long-reads.test.ts',
  'test/worker-queue.test.ts',
  'test/routes/json-bodies.test.ts',
  'test/boards/snapshot.test.ts',
  'test/boards/quotas.test.ts',
]

const args = process.argv.slice(2)
const options = args.filter((arg) => arg.startsWith('-'))
const paths = args.filter((arg) => !arg.startsWith('-')).map((path) => relative(ROOT, path))
const isEverything = paths.length === 0
const isCovered =
  !options.includes('--disable-coverage') &&
  (isEverything || options.some((option) => option.startsWith('--coverage-map')))

const types = isEverything ? checkTypes() : undefined
// Processes run the built commands.
await Promise.all([compile(), import('./build.mjs')])
const files = findSources().filter((file) =>
  isEverything ? /^test\/.*\.test\.ts$/.test(file) : isTest(file) && paths.some((path) => isWithin(file, path)),
)
const missing = paths.filter((path) => !files.some((file) => isWithin(file, path)))
if (missing.length > 0) throw new Error(`There are no tests in ${missing.join(', ')}`)
const tests = files.length > 1 || isCovered ? group(files) : files.map(compiledPath)
rmSync(join(ROOT, RESULTS), { recursive: true, force: true })
const tap = spawn(
  join(ROOT, 'node_modules/.bin/tap'),
  [...(isCovered ? [] : ['--disable-coverage']), ...options, ...tests],
  {
    cwd: ROOT,
    stdio: 'inherit',
    // tap does not filter the coverage of processes and threads, so it is recorded only when all sources are covered.
    env: { ...process.env, ...(isEverything && isCovered && { PROCESS_COVERAGE: '.tap/coverage' }) },
  },
)
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => tap.kill(signal))
tap.once('exit', async (code) => {
  if (files.length > 1) console.log(formatSlowest(join(ROOT, RESULTS)))
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

function isTest(file) {
  return /\.(test|postgres)\.ts$/.test(file)
}

function isWithin(file, path) {
  return `${file}/`.startsWith(`${path}/`)
}

/** Writes a module for each group that imports its tests; returns the paths of the modules. */
function group(files) {
  const groups = new Map()
  for (const file of files) {
    const name = groupOf(file)
    groups.set(name, [...(groups.get(name) ?? []), file])
  }
  rmSync(join(ROOT, GROUPS), { recursive: true, force: true })
  mkdirSync(join(ROOT, GROUPS), { recursive: true })
  writeFileSync(join(ROOT, PLAIN_PROCESSES), LEAVE_PROCESSES)
  writeFileSync(join(ROOT, THREAD_COVERAGE), COVER_THREADS)
  return [...groups].map(([name, members]) => {
    const path = join(GROUPS, `${orderOf(name)}-${name}.js`)
    const modules = [PLAIN_PROCESSES, ...(name === THREADS ? [THREAD_COVERAGE] : []), ...members.map(compiledPath)]
    const imports = modules.map((file) => `import '${relative(GROUPS, file)}'\n`)
    writeFileSync(join(ROOT, path), imports.join(''))
    return path
  })
}

/** tap runs the groups in the order of their names. */
function orderOf(group) {
  const index = LONGEST.indexOf(group)
  return index === -1 ? LONGEST.length + 1 : index + 1
}

/** The folder of a test. The tests in `test/` that start processes have a group of their own. */
function groupOf(file) {
  if (COVERING_THREADS.includes(file)) return THREADS
  const folder = dirname(file)
  if (folder !== 'test') return folder.replaceAll('/', '-')
  return readFileSync(join(ROOT, file), 'utf8').includes("from './process.js'") ? 'processes' : 'test'
}
