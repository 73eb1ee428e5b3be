import type { Test } from 'tap'
import { startBoard, TASK } from '../../kit/board.js'
import { type Json, noSleep, START } from '../../kit/helper.js'

export const MINUTE = 60_000

/** Returns a time in minutes after the start of the clock as a timestamp. */
export function minute(minutes: number): string {
  return `${new Date(START + minutes * MINUTE).toISOString().slice(0, 19)}Z`
}

/** Every second response of buggy has mixed dates. */
export const EVERY_SECOND = { script: [['date-mix'], []], scriptEnd: 'repeat' }

/** Starts a service with a board that has one task, and configures its exercise. */
export async function startExercise(t: Test, input?: object, options: object = {}) {
  const { service, ...board } = await startBoard(t, { sleep: noSleep, ...options })
  await board.send('POST /api/v1/tasks', { json: TASK })
  if (input !== undefined) await board.asOwner('PUT /exercise', { json: input })
  else await board.asOwner('PUT /faults', { json: EVERY_SECOND })

  /** Reads the task through buggy, and returns the request id of the response. */
  async function read(headers: Record<string, string> = {}): Promise<string> {
    const reply = await board.send('GET /api/buggy/tasks/1', { headers, unchecked: true })
    return reply.headers['x-request-id'] as string
  }

  /** Claims that a response has a fault. */
  const claim = (requestId: string, fault: string, more: object = {}) =>
    board.send('POST /claims', { json: { requestId, fault, ...more } })

  const score = async (): Promise<Json> => (await board.send('GET /score')).json
  const ownScore = async (): Promise<Json> => (await board.asOwner('GET /score')).json
  return { ...board, service, read, claim, score, ownScore }
}
