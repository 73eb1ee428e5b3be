import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { randomId } from '../../src/contract/secrets.js'
import { repeat } from './length.js'
import { TEST_UNDER_LOAD } from './mount.js'

const BOARDS = 50

/** The pause between two requests to a board, in milliseconds. Without one, the load would take most of the time. */
const PAUSE = repeat(5, 1) * 20

/** What is said on a board, so that it is recognised elsewhere. */
export function markOf(board: number | 'default'): string {
  return `mark-${board}`
}

/** The marks of other boards than this one in a text. */
export function findForeignMarks(text: string, board: number | 'default'): string[] {
  const marks = new Set(text.match(/mark-(\d+|default)/g) ?? [])
  marks.delete(markOf(board))
  return [...marks]
}

/**
 * Keeps other boards under load from the start of the service until it stops, if TEST_UNDER_LOAD says so.
 *
 * @param onBreach gets every response that contains data of another board
 */
export function loadOtherBoards(app: FastifyInstance, onBreach: (request: string, breaches: string[]) => void): void {
  if (TEST_UNDER_LOAD === undefined) return
  let isOver = false
  let working: Promise<unknown> = Promise.resolve()

  app.addHook('onReady', async () => {
    const boards = Array.from({ length: BOARDS }, (_, index) => ({ id: randomId(), name: markOf(index) }))
    await app.store.createBoards(
      boards.map((board) => ({ ...board, ownerTokenHash: '', faultSeed: 0 })),
      Number.MAX_SAFE_INTEGER,
      app.now(),
    )
    working = Promise.all(boards.map(({ id }, index) => work(index, `/b/${id}/api/v1/tasks`)))
  })
  app.addHook('preClose', async () => {
    isOver = true
    await working
  })

  async function work(index: number, tasks: string): Promise<void> {
    const json = { title: markOf(index), status: 'TODO', labels: [markOf(index)] }
    for (let round = 0; !isOver; round++) {
      const id = 1 + Math.floor(round / 5)
      const [method, url, payload] = [
        ['POST', tasks, json],
        ['POST', `${tasks}/${id}/comments`, { text: markOf(index) }],
        ['GET', `${tasks}?search=MARK`],
        ['GET', `${tasks}/${id}`],
        ['DELETE', `${tasks}/${id}`],
      ][round % 5] as [method: 'POST', url: string, payload?: object]
      const response = await app.inject({ method, url, ...(payload && { payload }) }).catch(ignoreClosed)
      if (response === undefined) return
      const foreign = findForeignMarks(response.body, index)
      if (foreign.length > 0) onBreach(`${method} ${url}`, foreign)
      await sleep(PAUSE)
    }
  }
}

/** The service can begin to close before the hook above runs. */
function ignoreClosed(error: Error & { code?: string }): undefined {
  if (error.code !== 'FST_ERR_REOPENED_CLOSE_SERVER') throw error
}
