import type { BoardWork, Database } from '../database.js'

/** The error that rolls back a unit of work which has succeeded. */
class Rehearsed extends Error {
  constructor(readonly result: unknown) {
    super()
  }
}

/** Returns a database that rolls back every change of a board, and returns its result. Nothing else may write to it. */
export function rollingBack(database: Database): Database {
  return { ...database, changeBoard: (board, work) => rollBack(database, board, work) }
}

async function rollBack<T>(database: Database, board: string, work: BoardWork<T>): Promise<T> {
  try {
    return await database.changeBoard<never>(board, async (...args) => {
      throw new Rehearsed(await work(...args))
    })
  } catch (error) {
    if (error instanceof Rehearsed) return error.result as T
    throw error
  }
}
