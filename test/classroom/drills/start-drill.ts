import { setTimeout as sleep } from 'node:timers/promises'
import type { Test } from 'tap'
import { createBoard } from '../../kit/board.js'
import { type Json, type ServiceOptions, startService } from '../../kit/helper.js'

/** Starts a service with a board whose exercise has a drill. */
export async function startDrill(
  t: Test,
  exercise: object = {},
  drill: object = { profile: 'throttled', seed: 1 },
  options: ServiceOptions = {},
) {
  // The delays of faults are shorter, so that the tests are fast.
  const service = await startService(t, {
    sleep: (milliseconds, signal) => sleep(milliseconds / 20, null, { signal }),
    ...options,
  })
  const board = await createBoard(service)
  const configured = await board.asOwner('PUT /exercise', { json: { ...exercise, drill } })
  t.equal(configured.status, 200)
  const read = async (): Promise<Json> => (await board.send('GET /drill')).json
  const post = async (path: string, json?: object): Promise<Json> =>
    (await board.send(`POST /drill/${path}`, json && { json })).json
  /** Sends a request of the client to buggy. */
  const client = (request: string, json?: object) => {
    const [method, path] = request.split(' ')
    return board.send(`${method} /api/buggy${path}`, { ...(json && { json }), unchecked: true })
  }
  return { ...board, service, read, post, client }
}

export const task = (number: number) => ({ title: `Drill task ${String(number).padStart(2, '0')}`, status: 'TODO' })

/** The first create, which never has a fault. */
export const FIRST = task(1)
