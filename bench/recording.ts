import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { buildApp } from '../src/app/app.js'
import { openStore } from '../src/rooms/open-store.js'

/**
 * Measures what the recording of a request costs the main thread, by switching it off: for a read, a list and a
 * write on a private board, without a socket. The database is a file, so another thread writes. It prints the processor time per request in µs, the median of all rounds.
 * Linux only.
 */
const ROUNDS = 15
const REQUESTS = 1000

const TASK = { title: 'Write the report', status: 'TODO', description: 'With the figures of the last month.' }
const READ = 'GET /api/v1/tasks/1'
const LIST = 'GET /api/v1/tasks?size=20'
const WRITE = 'PUT /api/v1/tasks/1'

/** The processor time of the main thread in µs. */
function mainThread(): number {
  return Number(readFileSync(`/proc/self/task/${process.pid}/schedstat`, 'utf8').split(' ')[0]) / 1000
}

async function open(isRecording: boolean): Promise<{ app: FastifyInstance; board: string }> {
  const store = await openStore(`sqlite:${folder}/${isRecording}.db`)
  const app = await buildApp({ store, testing: { isRecording }, boardRate: 1e9, addressRate: 1e9 } as never)
  await app.ready()
  const { id } = (await app.inject({ method: 'POST', url: '/boards', payload: {} })).json()
  for (let task = 0; task < 20; task++) {
    await app.inject({ method: 'POST', url: `/b/${id}/api/v1/tasks`, payload: TASK })
  }
  return { app, board: id }
}

const folder = mkdtempSync(join(tmpdir(), 'task-board-recording-'))
const apps = { on: await open(true), off: await open(false) }
const times: Record<string, number[]> = {}
for (let round = 0; round < ROUNDS; round++) {
  for (const request of [READ, LIST, WRITE]) {
    for (const [name, { app, board }] of Object.entries(apps)) {
      const [method, path] = request.split(' ') as ['GET', string]
      const send = () =>
        app.inject({ method, url: `/b/${board}${path}`, ...(method === ('PUT' as string) && { payload: TASK }) })
      const before = mainThread()
      for (let sent = 0; sent < REQUESTS; sent++) await send()
      if (name === 'on') await app.flushLogs()
      const key = `${request} ${name}`
      times[key] = [...(times[key] ?? []), (mainThread() - before) / REQUESTS]
    }
  }
}
const median = (values: number[] = []) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0
for (const request of [READ, LIST, WRITE]) {
  const [on, off] = [median(times[`${request} on`]), median(times[`${request} off`])]
  console.log(`${request}: ${on.toFixed(0)} with, ${off.toFixed(0)} without, recording ${(on - off).toFixed(1)}`)
}
for (const { app } of Object.values(apps)) await app.close()
rmSync(folder, { recursive: true })
