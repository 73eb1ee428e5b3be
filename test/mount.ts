import type { FastifyInstance } from 'fastify'
import { DEFAULT_BOARD } from '../src/store/store.js'
import type { Reply } from './helper.js'

/** Which board the tests are run against while others are under load, `default` or `private`; not set: the default one, alone. */
export const { TEST_UNDER_LOAD } = process.env

/** What the board is called that is tested. */
const NAME = 'tested'

/** Where the tests find the board that they are about. */
export interface Mount {
  board: string
  /** `''`, or `/b/<id>`. */
  basePath: string
  /** A path below the board as it is requested. */
  enter(url: string): string
  /** An answer as it would be without the prefix; what should have it and has not is left alone, for the test to fail. */
  leave(reply: Reply): Reply
}

/**
 * A board of its own for tests that are written for the default one, where they are to be run so.
 *
 * @param seed the seed of its faults, where the service is given one
 */
export async function mountBoard(app: FastifyInstance, seed: number | undefined): Promise<Mount> {
  if (TEST_UNDER_LOAD !== 'private') return mountAt(DEFAULT_BOARD)
  // One that is started again, or beside another, is about the same board.
  const { boards } = await app.store.listBoards({ page: 0, size: 1000 })
  const id = boards.find(({ name }) => name === NAME)?.id ?? (await makeBoard(app))
  await app.store.startFaultPlan(id, seed, 0)
  return mountAt(id)
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
    enter: (url) => (url.startsWith('/') ? basePath + url : url),
    leave(reply) {
      if (basePath === '') return reply
      const { status, headers, json, bytes } = reply
      const { location, 'content-length': length } = headers
      const left: Reply = { ...reply, headers: { ...headers } }
      if (location?.startsWith(basePath)) left.headers.location = own(location)
      if (json?.path?.startsWith?.(basePath) === true) {
        left.json = { ...json, path: own(json.path) || '/' }
        left.bytes = Buffer.from(own(String(bytes)))
      }
      const server = json?.servers?.[0]?.url
      if (server?.includes(basePath))
        left.json = { ...json, servers: [{ url: own(new URL(server).pathname) }] }
      // Of an error that HEAD is answered with there is the length alone.
      const isLonger = left.bytes !== bytes || (bytes.length === 0 && status >= 400)
      if (isLonger && length !== undefined) {
        left.headers['content-length'] = String(Number(length) - basePath.length)
      }
      return left
    },
  }
}
