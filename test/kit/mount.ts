import type { FastifyInstance } from 'fastify'
import { DEFAULT_BOARD } from '../../src/contract/board-id.js'
import type { Reply } from './helper.js'

/** The board to test while others are under load, `default` or `private`. If it is not set, only the default board exists. */
export const { TEST_UNDER_LOAD } = process.env

/** The paths of the server, not of a board. */
const OF_SERVER = /^\/(b|boards|classes|metrics)(\/|$)/

/** The name of the tested board. */
const NAME = 'tested'

/** The tested board. */
export interface Mount {
  board: string
  /** `''`, or `/b/<id>`. */
  basePath: string
  /** Returns the path to request for a path of the board. */
  enter(url: string): string
  /** Removes the prefix of the board from a response. A value that should have the prefix but lacks it stays, so that the test fails. */
  leave(reply: Reply): Reply
}

/**
 * Creates a private board for tests that are written for the default board, if TEST_UNDER_LOAD says so.
 *
 * @param seed the seed of its fault plan, if the service has one
 */
export async function mountBoard(app: FastifyInstance, seed: number | undefined): Promise<Mount> {
  if (TEST_UNDER_LOAD !== 'private') return mountAt(DEFAULT_BOARD)
  // One that is started again, or beside another, is about the same board.
  const { boards } = await app.store.listBoards({ page: 0, size: 1000 })
  const id = boards.find(({ name }) => name === NAME)?.id ?? (await makeBoard(app))
  await app.store.startFaultPlan(id, seed, 0)
  return mountAt(id)
}

/** Creates a private board for a test that shares its service. Only the API is below the path of the board. */
export async function mountNewBoard(app: FastifyInstance): Promise<Mount> {
  const mount = mountAt(await makeBoard(app))
  return { ...mount, enter: (url) => (url.startsWith('/api/') ? mount.enter(url) : url) }
}

async function makeBoard(app: FastifyInstance): Promise<string> {
  const { statusCode, body } = await app.inject({ method: 'POST', url: '/boards', payload: { name: NAME } })
  if (statusCode !== 201) throw new Error(`No board was made: ${body}`)
  return JSON.parse(body).id
}

export function mountAt(board: string): Mount {
  const basePath = board === DEFAULT_BOARD ? '' : `/b/${board}`
  const own = (text: string) => text.replace(basePath, '')
  return {
    board,
    basePath,
    enter: (url) => (url.startsWith('/') && !OF_SERVER.test(url) ? basePath + url : url),
    leave(reply) {
      if (basePath === '') return reply
      const { status, headers, json, bytes } = reply
      const { location, link, 'content-length': length } = headers
      const left: Reply = { ...reply, headers: { ...headers } }
      if (location?.startsWith(basePath)) left.headers.location = own(location)
      if (link !== undefined) left.headers.link = own(link)
      if (json?.path?.startsWith?.(basePath) === true) {
        left.json = { ...json, path: own(json.path) || '/' }
        left.bytes = Buffer.from(own(String(bytes)))
      }
      const server = json?.servers?.[0]?.url
      if (server?.includes(basePath)) left.json = { ...json, servers: [{ url: server.replace(basePath, '') }] }
      // The response to HEAD has the length of an error body, but not the body.
      const isLonger = left.bytes !== bytes || (bytes.length === 0 && status >= 400)
      if (isLonger && length !== undefined) {
        left.headers['content-length'] = String(Number(length) - basePath.length)
      }
      return left
    },
  }
}
