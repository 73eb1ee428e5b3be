/** Starts the built library, which logs errors. Deletes the lock of its database, and starts another service with it. */
import { rmSync } from 'node:fs'
import { startTaskBoard } from 'task-board-service'

const [, , file] = process.argv
const options = { databaseUrl: `sqlite:${file}`, logLevel: 'error' }
const first = await startTaskBoard(options)
rmSync(`${file}-lock`)
const second = await startTaskBoard(options)
const body = JSON.stringify({ title: 'A task', status: 'TODO' })
const headers = { 'content-type': 'application/json' }
for (const { apis } of [first, second]) {
  console.error((await fetch(`${apis.v1}/tasks`, { method: 'POST', headers, body })).status)
}
await second.close()
await first.close()
