import { taskAt } from '../boards/tasks.js'
import type { Running } from '../contestants/process.js'
import { json } from './workload.js'

/** The number of requests that fill a board at the same time. */
const AT_ONCE = 20

export interface PrivateBoard {
  id: string
  ownerToken: string
  /** The base path of its URLs. */
  path: string
}

/** Creates an empty private board. */
export async function createBoard(running: Pick<Running, 'send'>): Promise<PrivateBoard> {
  const { status, body } = await running.send(json('POST', '/boards', {}))
  if (status !== 201) throw new Error(`Creating a board returned ${status}: ${body}`)
  const { id, ownerToken, baseUrl } = JSON.parse(body)
  return { id, ownerToken, path: new URL(baseUrl).pathname }
}

/** Creates tasks on a private board, several at the same time. */
export async function fillBoard(
  running: Pick<Running, 'send'>,
  { path }: PrivateBoard,
  count: number,
  bodyOf: (index: number) => object = (index) => taskAt(index, count, 'board').values,
): Promise<void> {
  let next = 0
  async function createNext(): Promise<void> {
    while (next < count) {
      const { status, body } = await running.send(json('POST', `${path}/api/v1/tasks`, bodyOf(next++)))
      if (status !== 201) throw new Error(`Creating a task returned ${status}: ${body}`)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, createNext))
}
