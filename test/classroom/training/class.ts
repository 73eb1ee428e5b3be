import type { Test } from 'tap'
import { createBoard } from '../../kit/board.js'
import { type Json, noSleep, type RequestOptions, type Service, startService } from '../../kit/helper.js'
import { EVERY_SECOND } from './learner.js'

export { createBoard, EVERY_SECOND }

/** Starts a service with a class. */
export async function startClass(t: Test, input: object = {}, options: object = {}) {
  const service = await startService(t, { sleep: noSleep, ...options })
  const reply = await service.send('POST /classes', { json: { name: 'Testing APIs', count: 2, ...input } })
  if (reply.status !== 201) throw new Error(`POST /classes returned ${reply.status}: ${reply.bytes}`)
  return { service, ...asTrainer(service, reply.json) }
}

/** Wraps the response that created a class. */
export function asTrainer({ send }: Pick<Service, 'send'>, created: Json) {
  const token: string = created.trainerSecret
  const boards: Json[] = created.boards

  /** Sends a request of the trainer, written `PUT /exercise`, or `GET ` for the class itself. */
  function trainer(request: string, options: RequestOptions = {}) {
    const [method, path = ''] = request.split(' ')
    return send(`${method} /classes/${created.id}${path}`, { token, ...options })
  }

  /** Sends a request to a board of the class. */
  function onBoard(index: number, request: string, options: RequestOptions = {}) {
    const [method, path] = request.split(' ')
    return send(`${method} /b/${boards[index].id}${path}`, options)
  }

  const join = (name: string, more: object = {}) =>
    send('POST /classes/join', { json: { code: created.joinCode, name, ...more } })
  const dashboard = async (): Promise<Json> => (await trainer('GET ')).json
  return { created, token, boards, trainer, onBoard, join, dashboard }
}
