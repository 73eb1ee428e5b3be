import assert from 'node:assert/strict'
import { STATUS_CODES } from 'node:http'
import type { Json, Reply, RequestOptions } from '../helper.js'
import type { Site } from './bench.js'
import { type Board, findCard, tasksOf } from './model.js'
import { type Kind, NEVER_GIVEN, takeNewId } from './new-ids.js'

/** What an action has to work with. */
export interface Scene {
  board: Board
  /** The path of the variant that is called. */
  base: string
  /** The time of this step, as answers write it. */
  now: string
  /** Whether the one who calls may delete everything. */
  isAdmin: boolean
  /** Sends a request, written `POST /tasks`; throws where it is not answered with this status. */
  send(status: number, request: string, options?: RequestOptions): Promise<Reply>
  /** Sends a request that must be refused with this status and this message, and nothing else. */
  sendRefused(status: number, message: string, request: string, options?: RequestOptions): Promise<void>
  /** Takes an id from an answer; throws where it was given before. */
  newId(kind: Kind, id: unknown): number
}

/** One thing that is done to the service and to the model, and compared. */
export type Action = (scene: Scene) => Promise<void>

/** The scene of one step. */
export function createScene(
  site: Site,
  board: Board,
  base: string,
  token: string | undefined,
  isAdmin: boolean,
) {
  const now = timestampOf(site.clock.now)
  const withToken = (options: RequestOptions) => ({ ...options, ...(token !== undefined && { token }) })

  const scene: Scene = {
    board,
    base,
    now,
    isAdmin,
    async send(status, request, options = {}) {
      const reply = await site.send(request.replace(' ', ` ${base}`), withToken(options))
      assert.equal(reply.status, status, `${request} is answered with ${reply.status}, not with ${status}`)
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

/** Compares an answer with the model's. */
export function assertSame(actual: Json, expected: unknown): void {
  assert.deepStrictEqual(actual, expected)
}

/** One of the tasks, one that was deleted, or an id that names none. */
export interface TaskPlan {
  nth: number
  from: 'board' | 'deleted' | 'none'
}

/** The id that is meant, and the card that has it, as far as there is one. */
export function pickTask({ board }: Scene, { nth, from }: TaskPlan) {
  const tasks = tasksOf(board)
  const isDeleted = tasks.length === 0 || (from === 'deleted' && board.deleted.length > 0)
  const cards = from === 'none' ? [] : isDeleted ? board.deleted : tasks
  const id = cards[nth % cards.length]?.id ?? NEVER_GIVEN + nth
  return { id, card: findCard(board, id) }
}

function timestampOf(milliseconds: number): string {
  return new Date(Math.floor(milliseconds / 1000) * 1000).toISOString().replace('.000', '')
}
