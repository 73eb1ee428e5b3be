/**
 * Runs tests: all of `test/`, suites of `tests/suites.mjs`, or the files and folders that are named.
 *
 * Compiles what has changed since the last run. With options, which go to tap, tap runs the processes of the tests; with
 * `--coverage`, they must cover `src/`, and with `--coverage-map` its files. When all tests run, `tsc` checks the types at
 * the same time.
 */
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, rmSync } from 'node:fs'
import { delimiter, join, relative } from 'node:path'
import { text } from 'node:stream/consumers'
import { build } from 'esbuild'
import { compile, compiledPath, findSources, OPTIONS, ROOT } from './compile.mjs'
import { install } from './install.mjs'
import { group } from './tests/groups.mjs'
import { runModules } from './tests/run-modules.mjs'
import { SUITES } from './tests/suites.mjs'

/** tap writes the results of each process into this folder. */
const RESULTS = '.tap/test-results'
/** The option that measures coverage, and the start of the one with which tap gets the files to cover. */
const COVERAGE = '--coverage'
/** The files of the build, in a source. */
const BUILD = /'dist\/|bin\/task-board-service\.js/
/** The tests that a folder stands for. They share processes. All others run alone. */
const SHARED = /\.(test|postgres|browser|package)\.ts$/
const TEST = /\.(test|postgres|browser|package|library|release)\.ts$/
/** How many processes run tests at the same time. Many tests wait. */
const JOBS = 4
/** How long the tests of a process may take, in seconds. */
const SECONDS = 1200

const [first, ...rest] = process.argv.slice(2)
const { commands } = suiteOf(first) ?? {}
process.exitCode = await (commands === undefined ? runTests(process.argv.slice(2)) : runCommands(suiteOf(first), rest))

function suiteOf(name) {
  return Object.hasOwn(SUITES, name) ? SUITES[name] : undefined
}

/** Runs the commands of a suite. The last gets the arguments. */
async function runCommands({ installs = [], isBuilt, commands }, args) {
  for (const folder of installs) install(folder)
  if (isBuilt) await import('./build.mjs')
  const env = { ...process.env, PATH: `${join(ROOT, 'node_modules/.bin')}${delimiter}${process.env.PATH}` }
  for (const [index, [program, ...own]] of commands.entries()) {
    const isLast = index === commands.length - 1
    const { status } = spawnSync(program, [...own, ...(isLast ? args : [])], { cwd: ROOT, stdio: 'inherit', env })
    if (status !== 0) return status ?? 1
  }
  return 0
}

/** Runs the tests of some suites, files and folders, or all. */
async function runTests(args) {
  const options = args.filter((arg) => arg.startsWith('-'))
  const named = args.filter((arg) => !arg.startsWith('-'))
  const names = named.length === 0 ? ['all'] : named
  const suites = names.flatMap((name) => suiteOf(name) ?? [])
  for (const folder of suites.flatMap(({ installs = [] }) => installs)) install(folder)
  const { jobs = JOBS, seconds = SECONDS, env } = Object.assign({}, ...suites)
  Object.assign(process.env, env)
  const types = suites.includes(SUITES.all) ? checkTypes() : undefined
  const files = findTests(names)
  const needsBuild = files.length > 1 || suites.some(({ isBuilt }) => isBuilt) || (await runsBuild(files[0]))
  await Promise.all([compile(), needsBuild && import('./build.mjs')])
  const alone = files.filter((file) => !SHARED.test(file))
  const modules = [...group(files.filter((file) => SHARED.test(file))), ...alone.map(compiledPath)]
  const hasPassed = await (options.length > 0
    ? runTap(modules, [`--jobs=${jobs}`, `--timeout=${seconds}`, ...options])
    : runModules(modules, { jobs, seconds, isVerbose: files.length === 1 }))
  const problems = await types
  if (problems) console.log(`\nThe types are not valid:\n${problems}`)
  return hasPassed && !problems ? 0 : 1
}

/** Returns the files of the tests with these names. A folder does not stand for those of a release. */
function findTests(names) {
  const sources = findSources()
  const found = names.flatMap((name) => {
    const path = relative(ROOT, name)
    const pattern = suiteOf(name)?.tests
    const files = sources.filter((file) =>
      pattern === undefined
        ? (file === path && TEST.test(file)) || (file.startsWith(`${path}/`) && SHARED.test(file))
        : pattern.test(file),
    )
    if (files.length > 0) return files
    throw new Error(`There are no tests in ${name}, and it is none of the suites ${Object.keys(SUITES).join(', ')}`)
  })
  if (process.env.TEST_SCHEMAS_URL === undefined && found.some((file) => file.endsWith('.postgres.ts'))) {
    throw new Error('Tests on PostgreSQL need a server: npm test -- postgres <path>')
  }
  return [...new Set(found)]
}

async function runTap(modules, options) {
  rmSync(join(ROOT, RESULTS), { recursive: true, force: true })
  const isCovered = options.some((option) => option.startsWith(COVERAGE))
  const tap = spawn(
    join(ROOT, 'node_modules/.bin/tap'),
    [...(isCovered ? [] : ['--disable-coverage']), ...options.filter((option) => option !== COVERAGE), ...modules],
    {
      cwd: ROOT,
      stdio: 'inherit',
      // tap does not filter the coverage of processes and threads, so it is recorded only when all sources are covered.
      env: { ...process.env, ...(options.includes(COVERAGE) && { PROCESS_COVERAGE: '.tap/coverage' }) },
    },
  )
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => tap.kill(signal))
  const [code] = await once(tap, 'exit')
  return code === 0
}

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
