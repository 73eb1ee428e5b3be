import { createCaller, type Watch } from './caller.js'

/** A board of the run. */
export interface SoakBoard {
  /** The base path of its URLs; empty for the default board. */
  path: string
  /** Deletes it. The default board cannot be deleted. */
  remove?: () => Promise<void>
}

const DEFAULT_BOARD: SoakBoard = { path: '' }

/** Creates private boards. If the number is 0, the run uses the default board. */
export async function createBoards(watch: Watch, count: number): Promise<SoakBoard[]> {
  if (count === 0) return [DEFAULT_BOARD]
  const boards: SoakBoard[] = []
  while (boards.length < count) boards.push(await createBoard(watch))
  return boards
}

async function createBoard(watch: Watch): Promise<SoakBoard> {
  const caller = createCaller(watch)
  try {
    const reply = await caller.callServer('POST /boards', 201, { body: {} })
    if (reply === undefined) throw new Error('A board cannot be created')
    const { id, ownerToken, baseUrl } = reply.json
    return {
      path: new URL(baseUrl).pathname,
      async remove() {
        const remover = createCaller(watch)
        const headers = { authorization: `Bearer ${ownerToken}` }
        await remover.callServer('DELETE /boards/{id}', 204, { ids: [id], headers })
        remover.close()
      },
    }
  } finally {
    caller.close()
  }
}
