import assert from 'node:assert/strict'
import { STATUS_CODES } from 'node:http'
import type { Json, Reply, RequestOptions } from '../kit/helper.js'
import type { Site } from './bench.js'
import type { Contract } from './documents.js'
import { type Board, findCard, tasksOf } from './model.js'
import { type Kind, NEVER_ASSIGNED, takeNewId } from './new-ids.js'
import type { View } from './views.js'

/** What an action works with. */
export interface Scene {
  board: Board
  /** How the edition reads and shows the board. */
  view: View
  /** The document of the variant. */
  contract: Contract
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

/** What the scene of a step needs besides the board. */
export type Setting = Pick<Scene, 'view' | 'contract' | 'isAdmin'> & {
  /** The number of the edition that gets the requests. */
  edition: number
  token: string | undefined
}

/** The scene of one step. */
export function createScene(site: Site, board: Board, { edition, token, ...setting }: Setting) {
  const { base } = setting.contract
  const now = timestampOf(site.clock.now)
  const withToken = (options: RequestOptions) => ({ ...options, ...(token !== undefined && { token }) })

  const scene: Scene = {
    ...setting,
    board,
    base,
    now,
    async send(status, request, options = {}) {
      const reply = await site.send(request.replace(' ', ` ${base}`), withToken(options), edition)
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
