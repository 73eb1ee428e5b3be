import { startService } from './start.js'
import type { TaskBoard, TaskBoardOptions } from './types.js'

export type {
  Account,
  Apis,
  Board,
  BoardOptions,
  FaultName,
  FaultRates,
  FaultSettings,
  TaskBoard,
  TaskBoardOptions,
} from './types.js'

/**
 * Starts the service in this process, by default with an empty database in memory at a free port of this machine. It
 * does not read environment variables and does not handle signals.
 *
 * @throws Error if an option is not valid, the database cannot be used, or the port is in use
 */
export function startTaskBoard(options: TaskBoardOptions = {}): Promise<TaskBoard> {
  return startService(options)
}
