import t from 'tap'
import { startBoards } from '../../../src/commands/grade/boards.js'

/** Boards of a service in this process. */
export const source = await startBoards(undefined)
t.teardown(() => source.close())
