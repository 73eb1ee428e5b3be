import { BOARDS_MAX } from '../../contract/limits.js'
import type { Observation } from '../../rules/client-habits/observation.js'
import type { Run } from './run.js'

/**
 * Keeps the runs of boards in memory. If they have too many requests, the least recently used runs are dropped.
 *
 * @param requestsMax the maximum number of requests of all runs
 */
export function createRunMemory(requestsMax: number) {
  /** The number of requests of all runs. */
  let count = 0
  /** The runs by board, the least recently used first. */
  const runs = new Map<string, Run>()

  function dropRequests(run: Run): void {
    count -= run.observations.length
    run.observations = []
  }

  function drop(board: string): void {
    const run = runs.get(board)
    if (run !== undefined) dropRequests(run)
    runs.delete(board)
  }

  function dropSurplus(): void {
    for (const [first] of runs) {
      if (count <= requestsMax && runs.size <= BOARDS_MAX) return
      drop(first)
    }
  }

  return {
    get: (board: string) => runs.get(board),
    all: () => [...runs],
    drop,
    dropRequests,

    /** Adds the run of a board, and drops its previous one. */
    add(board: string, run: Run): void {
      drop(board)
      runs.set(board, run)
      dropSurplus()
    },

    /** Marks the run of a board as the most recently used. */
    touch(board: string, run: Run): void {
      runs.delete(board)
      runs.set(board, run)
    },

    /** Adds a request to a run. */
    observe(run: Run, request: Observation): void {
      run.observations.push(request)
      count++
      dropSurplus()
    },
  }
}
