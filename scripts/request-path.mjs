/**
 * Prints what one request executes of the service's own code: files, functions and lines of `src/`, in the main thread and
 * in the thread that writes. V8's precise coverage counts the third request of a kept-alive connection to the default
 * board. With `--files`, prints the files, too.
 */
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { Session } from 'node:inspector/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build } from 'esbuild'
import { findSources, OPTIONS, ROOT } from './compile.mjs'

const OUTPUT = 'build/request-path'
const SOURCES = `${OUTPUT}/src/`
/** The entry point of the thread that writes to SQLite. */
const WRITER = 'src/rooms/storage/sqlite/writer-thread.ts'
/** A module of this thread that lets the main thread use its profiler. */
const SERVE_PROFILER = `import { Session } from 'node:inspector/promises'
const session = new Session()
session.connect()
const channel = new BroadcastChannel('profiler')
channel.onmessage = async ({ data }) => channel.postMessage(await session.post(...data))
channel.unref()`
/** The time in milliseconds in which the work after a response ends. */
const REST = 20

const TASK = { title: 'Write a test', status: 'TODO', priority: 'HIGH', labels: ['api'] }
const create = ['POST', '/api/v1/tasks', TASK]
const read = ['GET', '/api/v1/tasks/1']
/** The measured requests, each with the two before it. */
const CASES = {
  'POST /api/v1/tasks': [create, create, create],
  'GET /api/v1/tasks/1': [read, create, read],
}

// The thread of this copy is not bundled.
const sources = findSources().filter((path) => path.startsWith('src/') && path !== WRITER)
const options = { ...OPTIONS, outdir: OUTPUT, sourcemap: false }
await build({ ...options, entryPoints: sources })
writeFileSync(join(ROOT, OUTPUT, 'profiler.js'), SERVE_PROFILER)
const profiler = pathToFileURL(join(ROOT, OUTPUT, 'profiler.js')).href
await build({ ...options, entryPoints: [WRITER], banner: { js: `import '${profiler}'` } })
const { startTaskBoard } = await import(pathToFileURL(join(ROOT, SOURCES, 'app/library/index.js')).href)

const session = new Session()
session.connect()
const channel = new BroadcastChannel('profiler')
const threads = {
  'main thread': (...command) => session.post(...command),
  async writer(...command) {
    const replied = once(channel, 'message')
    channel.postMessage(command)
    const [{ data }] = await replied
    return data
  },
}

// A temporary database would be written in the main thread.
const folder = mkdtempSync(join(tmpdir(), 'request-path-'))
const board = await startTaskBoard({ databaseUrl: `sqlite:${folder}/board.db` })
const agent = new Agent({ keepAlive: true, maxSockets: 1 })
await send(...create)
for (const [name, requests] of Object.entries(CASES)) {
  console.log(name)
  const measured = requests.pop()
  for (const each of requests) await send(...each)
  for (const post of Object.values(threads)) {
    await post('Profiler.enable')
    await post('Profiler.startPreciseCoverage', { callCount: true, detailed: true })
  }
  await send(...measured)
  for (const [thread, post] of Object.entries(threads)) {
    const { result } = await post('Profiler.takePreciseCoverage')
    await post('Profiler.stopPreciseCoverage')
    report(
      thread,
      result.map(summarize).filter(({ functions }) => functions > 0),
    )
  }
}
channel.close()
agent.destroy()
await board.close()
rmSync(folder, { recursive: true })

async function send(method, path, body) {
  const headers = body && { 'content-type': 'application/json' }
  const sent = request(board.url + path, { agent, method, headers })
  sent.end(body && JSON.stringify(body))
  const [response] = await once(sent, 'response')
  if (response.statusCode >= 300) throw new Error(`${method} ${path} returned ${response.statusCode}`)
  await once(response.resume(), 'end')
  await sleep(REST)
}

/** Counts the executed functions and lines of a script; none if it is not a compiled file of `src/`. */
function summarize({ url, functions }) {
  const file = url.startsWith('file:') ? fileURLToPath(url).slice(ROOT.length) : url.slice(ROOT.length)
  if (!file.startsWith(SOURCES)) return { functions: 0 }
  const text = readFileSync(join(ROOT, file), 'utf8')
  const counts = new Uint8Array(text.length)
  const ranges = functions.flatMap(({ ranges }) => ranges)
  // Inner ranges are shorter, and overwrite the outer ones.
  ranges.sort((a, b) => b.endOffset - b.startOffset - (a.endOffset - a.startOffset))
  for (const { startOffset, endOffset, count } of ranges) counts.fill(Math.min(count, 1), startOffset, endOffset)
  let end = -1
  const lines = text.split('\n').filter((line) => {
    const start = end + 1
    end = start + line.length
    return [...line.matchAll(/\w/g)].some(({ index }) => counts[start + index] === 1)
  })
  return {
    file: file.slice(SOURCES.length),
    functions: functions.filter(({ ranges: [{ count }] }) => count > 0).length,
    lines: lines.length,
  }
}

function report(thread, files) {
  const sum = (key) => files.reduce((total, { [key]: count }) => total + count, 0)
  if (files.length === 0) return
  console.log(`  ${thread}: ${files.length} files, ${sum('functions')} functions, ${sum('lines')} lines`)
  if (!process.argv.includes('--files')) return
  for (const { file, functions, lines } of files) console.log(`    ${file}: ${functions} functions, ${lines} lines`)
}
