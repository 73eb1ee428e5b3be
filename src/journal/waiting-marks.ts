import type { JournalEntry } from '../store/store.js'

type Marked = NonNullable<JournalEntry['challenges']>

/** Equal marks that follow each other. */
interface Run {
  step: number
  /** The last request of the run; `undefined` if it is the first one. */
  last: JournalEntry | undefined
}

/**
 * Drops marks of waiting requests that repeat each other, because clients that measure the load send the same request
 * thousands of times. Of equal marks that follow each other, the first and the last decide whether a sequence is complete.
 */
export function dropRepeatedMarks() {
  const boards = new Map<string, Map<string, Run>>()

  function add(runs: Map<string, Run>, entry: JournalEntry, { restarts, marks }: Marked): void {
    for (const { challenge, key, step } of marks) {
      const id = `${restarts} ${challenge} ${key}`
      const run = runs.get(id)
      if (run?.step !== step) {
        runs.set(id, { step, last: undefined })
        continue
      }
      if (run.last) drop(run.last, challenge, key)
      run.last = entry
    }
  }

  return {
    /** Adds the marks of a request that waits. */
    add(board: string, entry: JournalEntry): void {
      if (entry.challenges === undefined) return
      const runs = boards.get(board) ?? new Map<string, Run>()
      boards.set(board, runs)
      add(runs, entry, entry.challenges)
    },
    /** Forgets the requests of a board, because they no longer wait. */
    forget: (board: string) => void boards.delete(board),
  }
}

/** Drops the marks of a challenge from a request. A request without marks costs less on its way to the store. */
function drop(entry: JournalEntry, challenge: string, key: string): void {
  const { challenges } = entry
  const marks = challenges?.marks.filter((mark) => mark.challenge !== challenge || mark.key !== key) ?? []
  entry.challenges = challenges && marks.length > 0 ? { ...challenges, marks } : undefined
}
