/**
 * Compiles the project and runs tests with tap: all of `test/`, or the files and folders that are named. Options go to tap.
 *
 * The tests of a folder share one process, which loads the sources once. Coverage is measured when all tests run, or when
 * `--coverage-map` names the files to cover.
 */
import { spawn } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { compile, compiledPath, findSources, ROOT } from './compile.mjs'

const GROUPS = 'build/groups'
/** A module that has Node.js record the coverage of threads. tap records that of the process alone. */
const THREAD_COVERAGE = 'build/thread-coverage.js'
/** The groups whose threads are covered. Their tests reach all code that runs in threads. */
const THREAD_GROUPS = ['test', 'test-store']
const COVER_THREADS = `
const { PROCESS_COVERAGE } = process.env
if (PROCESS_COVERAGE !== undefined) process.env.NODE_V8_COVERAGE = PROCESS_COVERAGE
`

const args = process.argv.slice(2)
const options = args.filter((arg) => arg.startsWith('-'))
const paths = args.filter((arg) => !arg.startsWith('-')).map((path) => relative(ROOT, path))
const isEverything = paths.length === 0
const isCovered =
  !options.includes('--disable-coverage') &&
  (isEverything || options.some((option) => option.startsWith('--coverage-map')))

await compile()
const files = findSources().filter((file) =>
  isEverything ? /^test\/.*\.test\.ts$/.test(file) : isTest(file) && paths.some((path) => isWithin(file, path)),
)
const missing = paths.filter((path) => !files.some((file) => isWithin(file, path)))
if (missing.length > 0) throw new Error(`There are no tests in ${missing.join(', ')}`)
const tests = files.length > 1 || isCovered ? group(files) : files.map(compiledPath)
const tap = spawn(
  join(ROOT, 'node_modules/.bin/tap'),
  [...(isCovered ? [] : ['--disable-coverage']), ...options, ...tests],
  {
    cwd: ROOT,
    stdio: 'inherit',
    // tap does not filter the coverage of threads, so it is recorded only when all sources are covered.
    env: { ...process.env, ...(isEverything && isCovered && { PROCESS_COVERAGE: '.tap/coverage' }) },
  },
)
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => tap.kill(signal))
tap.once('exit', (code) => {
  process.exitCode = code ?? 1
})

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
  mkdirSync(join(ROOT, GROUPS), { recursive: true })
  writeFileSync(join(ROOT, THREAD_COVERAGE), COVER_THREADS)
  return [...groups].map(([name, members]) => {
    const path = join(GROUPS, `${name}.js`)
    const imports = [...(THREAD_GROUPS.includes(name) ? [THREAD_COVERAGE] : []), ...members.map(compiledPath)].map(
      (file) => `import '${relative(GROUPS, file)}'\n`,
    )
    writeFileSync(join(ROOT, path), imports.join(''))
    return path
  })
}

/**
 * The folder of a test. Tests in `test/` that start processes take longest and have a group of their own. tap runs
 * the groups in the order of their names, so the name of this group comes first.
 */
function groupOf(file) {
  const folder = dirname(file)
  if (folder !== 'test') return folder.replaceAll('/', '-')
  return readFileSync(join(ROOT, file), 'utf8').includes("from './process.js'") ? 'processes' : 'test'
}
