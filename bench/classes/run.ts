/**
 * Measures operations on a class of 500 boards, and how long they delay the requests of another board:
 * `npm run bench -- classes`. With `--database-url`, it uses a PostgreSQL database, which must be empty.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { type Running, start } from '../contestants/process.js'
import { figure } from '../report/figure.js'
import { get, json } from '../workloads/workload.js'

const BOARDS = 500
/** The time between two requests of the other board, in milliseconds. */
const PAUSE = 10

const TASK = { title: 'Write the invoice', status: 'TODO' }
const SETTINGS = { exercise: { title: 'Find the faults' }, faults: { profile: 'stormy' } }

const { values: options } = parseArgs({ options: { 'database-url': { type: 'string' } } })

/** Sends a request that must succeed, and returns the JSON of its response, if any. */
async function send(running: Running, ...[method, path, body, token]: [string, string, object?, string?]) {
  const request = body === undefined ? get(path) : json('POST', path, body)
  const headers = { ...request.headers, ...(token && { authorization: `Bearer ${token}` }) }
  const response = await running.send({ ...request, method: method as 'GET', headers })
  if (response.status >= 300) throw new Error(`${method} ${path} returned ${response.status}: ${response.body}`)
  return response.type?.startsWith('application/json') ? JSON.parse(response.body) : undefined
}

/** Sends reads and writes of a board until the operation has ended. Returns the longest duration in milliseconds. */
async function disturb(running: Running, base: string, operation: Promise<unknown>): Promise<number> {
  let isDone = false
  const end = operation.finally(() => {
    isDone = true
  })
  let longest = 0
  const requests: Promise<void>[] = []
  while (!isDone) {
    const began = performance.now()
    const record = () => {
      longest = Math.max(longest, performance.now() - began)
    }
    requests.push(send(running, 'GET', `${base}/tasks`).then(record))
    requests.push(send(running, 'POST', `${base}/tasks`, TASK).then(record))
    await Promise.race([end, sleep(PAUSE)])
  }
  await Promise.all([...requests, end])
  return longest
}

async function measure(running: Running): Promise<string[][]> {
  const { id } = await send(running, 'POST', '/boards', {})
  const base = `/b/${id}/api/v1`
  const rows: string[][] = []
  async function time(title: string, operation: () => Promise<unknown>): Promise<unknown> {
    const began = performance.now()
    const result = operation()
    const ended = result.then(() => performance.now() - began)
    const longest = await disturb(running, base, ended)
    rows.push([title, figure((await ended) / 1000), figure(longest)])
    return result
  }
  const created = { name: 'A class', count: BOARDS, fixture: 'demo', ...SETTINGS }
  const { id: classId, trainerSecret } = (await time('create, with demo tasks', () =>
    send(running, 'POST', '/classes', created),
  )) as { id: string; trainerSecret: string }
  const trainer = (method: string, path: string, body?: object) =>
    send(running, method, `/classes/${classId}${path}`, body, trainerSecret)
  await time('reset, with demo tasks', () => trainer('POST', '/reset', { fixture: 'demo' }))
  await time('change the faults', () => trainer('PUT', '/faults', { profile: 'calm' }))
  await time('start another exercise', () =>
    trainer('PUT', '/exercise', { startsAt: new Date(Date.now() + 60_000).toISOString() }),
  )
  await time('freeze', () => trainer('PATCH', '', { frozen: true }))
  await time('dashboard', () => trainer('GET', ''))
  await time('export', () => trainer('GET', '/scores.csv'))
  await time('delete', () => trainer('DELETE', ''))
  return rows
}

const folder = mkdtempSync(join(tmpdir(), 'task-board-classes-'))
const launch = {
  args: () => ['dist/cli.js'],
  env: {
    DATABASE_URL: options['database-url'] ?? `sqlite:${join(folder, 'board.db')}`,
    LOG_LEVEL: 'silent',
    BOARD_TASKS: '1000000',
  },
  path: '/livez',
}
try {
  const running = await start(launch, false)
  try {
    const heading = ['Operation on 500 boards', 'Duration, s', 'Longest request of another board, ms']
    const table = [heading, ['---', '---:', '---:'], ...(await measure(running))]
    console.log(table.map((cells) => `| ${cells.join(' | ')} |`).join('\n'))
  } finally {
    await running.stop()
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
}
