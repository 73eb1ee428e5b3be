/** Puts tests into groups. Those of a group share a process, which loads the sources once. */
import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { compiledPath, ROOT } from '../compile.mjs'

const GROUPS = 'build/groups'

/** The groups of the tests in `test/` that start processes, and wait for them most of the time. */
const PROCESSES = ['processes-1', 'processes-2']
/** The groups of the tests of PostgreSQL, which wait for time-outs. */
const POSTGRES = ['postgres-1', 'postgres-2']
/** The folders whose tests share a process. A process takes three seconds of CPU time to load tap and the sources. */
const SHARED = [
  ['test/api/boards', 'test/api/tasks'],
  ['test/commands/check', 'test/api/evidence', 'test/api/expected', 'test/release/suite'],
  ['test/api/auth', 'test/benchmark', 'test/classroom', 'test/commands/drill'],
  ['test/commands', 'test/commands/suggest'],
  ['test/api/faults', 'test/api/editions', 'test/properties'],
  ['test/commands/grade', 'test/rooms', 'src'],
  [
    'test/api/defects',
    'test/examples',
    'test/app/library',
    'test/commands/report',
    'test/rooms/storage',
    'test/rooms/store',
  ],
  ['test/http', 'test/app', 'test/site', 'test/docs', 'test/kit'],
]
/** The groups that share the tests of the pages. Each starts a browser. */
const BROWSERS = ['browser-1', 'browser-2', 'browser-3']
/** The groups start in this order, so that those that run at the same time end at about the same time. */
const ORDER = [
  ...POSTGRES,
  ...SHARED.slice(0, 3).map(nameOf),
  nameOf(SHARED[7]),
  PROCESSES[0],
  ...SHARED.slice(3, 7).map(nameOf),
  PROCESSES[1],
  'threads',
]

/**
 * Modules that come before the tests. The first keeps tap from loading its modules into every process that a test starts,
 * which takes 0.2 s each, and from following every promise, which takes 8 % of the CPU time. tap does so to find the test of
 * an error that nothing catches. It also names all plugins, because Fastify otherwise compares each with all modules of
 * Node.js, which is a fifth of the start of a service. The second gives the error to the test that runs.
 */
const BEFORE_TAP = 'build/before-tap.js'
const SAVE_TIME = `
import asyncHooks from 'node:async_hooks'
import { syncBuiltinESMExports } from 'node:module'
import processOnSpawn from 'process-on-spawn'
processOnSpawn.removeAllListeners()
const hook = { enable: () => hook, disable: () => hook }
asyncHooks.createHook = () => hook
syncBuiltinESMExports()
Object.defineProperty(Function.prototype, Symbol.for('fastify.display-name'), { value: 'plugin', writable: true })
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
  'test/rooms/store/sqlite.test.ts',
  'test/rooms/storage/sqlite.test.ts',
  'test/api/tasks/json-bodies.test.ts',
]

/** Writes a module for each group that imports its tests; returns the paths of the modules. */
export function group(files) {
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
  writeFileSync(join(ROOT, BEFORE_TAP), SAVE_TIME)
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
  const isOfServer = ['test/http', 'test/app', 'test/docs'].includes(folder)
  if (isOfServer && readFileSync(join(ROOT, file), 'utf8').includes("from '../kit/process.js'")) return PROCESSES
  return [nameOf(sharedWith(folder) ?? [folder])]
}

/** The folders that share a process with a folder: those that name it, or one that it is in. */
function sharedWith(folder) {
  if (folder === '.') return
  return SHARED.find((folders) => folders.includes(folder)) ?? sharedWith(dirname(folder))
}

/** The name of a group: `auth-routes-training`. */
function nameOf(folders) {
  return folders.map((folder) => folder.replace(/^test\//, '').replaceAll('/', '-')).join('-')
}
