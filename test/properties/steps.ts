import assert from 'node:assert/strict'
import { STATUS_CODES } from 'node:http'
import type { Json, Reply, RequestOptions } from '../helper.js'
import type { Site } from './bench.js'
import { type Board, type Card, findCard, tasksOf } from './model.js'
import { type Kind, takeNewId } from './new-ids.js'

/** What an action has to work with. */
export interface Scene {
  board: Board
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

/** One of the tasks, or an id that names none. */
export interface TaskPlan {
  nth: number
  unknown: boolean
}

/** The task that is meant, as far as there is one, and its id. */
export function pickTask({ board }: Scene, { nth, unknown }: TaskPlan): { id: number; card?: Card } {
  const tasks = tasksOf(board)
  const picked = tasks[nth % tasks.length]
  if (unknown || picked === undefined) return { id: 2_000_000_000 + nth }
  return { id: picked.id, card: findCard(board, picked.id) as Card }
}

function timestampOf(milliseconds: number): string {
  return new Date(Math.floor(milliseconds / 1000) * 1000).toISOString().replace('.000', '')
}
