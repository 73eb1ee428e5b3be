import assert from 'node:assert/strict'
import { STATUS_CODES } from 'node:http'
import type { Json, Reply, RequestOptions } from '../helper.js'
import type { Site } from './bench.js'
import { type Board, findCard, tasksOf } from './model.js'
import { type Kind, NEVER_ASSIGNED, takeNewId } from './new-ids.js'

/** What an action works with. */
export interface Scene {
  board: Board
  /** The path of the variant. */
  base: string
  /** The time of this step in the format of the API. */
  now: string
  /** Whether the caller may delete all tasks. */
  isAdmin: boolean
  /** Sends a request such as `POST /tasks`; throws where the response has another status. */
  send(status: number, request: string, options?: RequestOptions): Promise<Reply>
  /** Sends a request that must be refused with exactly this status and message. */
  sendRefused(status: number, message: string, request: string, options?: RequestOptions): Promise<void>
  /** Records an id of a response; throws where it was assigned before. */
  newId(kind: Kind, id: unknown): number
}

/** Does one thing to the service and to the model, and compares the outcome. */
export type Action = (scene: Scene) => Promise<void>

/** The scene of one step. */
export function createScene(site: Site, board: Board, base: string, token: string | undefined, isAdmin: boolean) {
  const now = timestampOf(site.clock.now)
  const withToken = (options: RequestOptions) => ({ ...options, ...(token !== undefined && { token }) })

  const scene: Scene = {
    board,
    base,
    now,
    isAdmin,
    async send(status, request, options = {}) {
      const reply = await site.send(request.replace(' ', ` ${base}`), withToken(options))
      assert.equal(reply.status, status, `${request} returns ${reply.status}, not ${status}`)
      return reply
    },
    async sendRefused(status, message, request, options) {
      const { json } = await scene.send(status, request, options)
      const path = request.replace(/^\S+ /, base).replace(/\?.*$/s, '')
      assert.deepEqual(json, { timestamp: now, status, error: STATUS_CODES[status], message, path })
    },
    newId: (kind, id) => takeNewId(site.service, kind, id),
  }
  return scene
}

/** Compares a response with the model's. */
export function assertSame(actual: Json, expected: unknown): void {
  assert.deepStrictEqual(actual, expected)
}

/** Which task an action names: one on the board, a deleted one, or none. */
export interface TaskPlan {
  nth: number
  from: 'board' | 'deleted' | 'none'
}

/** The id of a planned task, and its card if it is on the board. */
export function pickTask({ board }: Scene, { nth, from }: TaskPlan) {
  const tasks = tasksOf(board)
  const isDeleted = tasks.length === 0 || (from === 'deleted' && board.deleted.length > 0)
  const cards = from === 'none' ? [] : isDeleted ? board.deleted : tasks
  const id = cards[nth % cards.length]?.id ?? NEVER_ASSIGNED + nth
  return { id, card: findCard(board, id) }
}

function timestampOf(milliseconds: number): string {
  return new Date(Math.floor(milliseconds / 1000) * 1000).toISOString().replace('.000', '')
}
