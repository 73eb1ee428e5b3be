import type { Test } from 'tap'
import { createBoard, TASK } from '../../kit/board.js'
import { startListening } from '../../kit/raw-http.js'
import { openEvents } from './event-client.js'
import { EVERY_SECOND } from './learner.js'

/** Starts a service with a board that has one task. Events arrive quickly. */
export async function start(t: Test, options: object = {}) {
  const service = await startListening(t, { sleep: async () => {}, streams: { roundInterval: 10 }, ...options })
  const board = await createBoard(service)
  await board.send('POST /api/v1/tasks', { json: TASK })
  await board.asOwner('PUT /faults', { json: EVERY_SECOND })
  await service.app.flushLogs()
  const open = (lastEventId?: string) =>
    openEvents(
      t,
      `${service.origin}/b/${board.id}/events`,
      lastEventId === undefined ? {} : { 'Last-Event-ID': lastEventId },
    )
  /** Reads the task through buggy, and writes the log. */
  async function read(id: string): Promise<void> {
    await board.send('GET /api/buggy/tasks/1', { headers: { 'x-request-id': id }, unchecked: true })
    await service.app.flushLogs()
  }
  const claim = (requestId: string, fault: string) => board.send('POST /claims', { json: { requestId, fault } })
  return { ...board, service, open, read, claim }
}
