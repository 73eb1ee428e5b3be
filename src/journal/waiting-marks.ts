import type { JournalEntry } from '../store/store.js'

type Marked = NonNullable<JournalEntry['challenges']>

/** Equal marks that follow each other. */
interface Run {
  step: number
  /** The marks of the last request of the run; `undefined` if it is the first one. */
  last: Marked | undefined
}

/**
 * Drops marks of waiting requests that repeat each other, because clients that measure the load send the same request
 * thousands of times. Of equal marks that follow each other, the first and the last decide whether a sequence is complete.
 */
export function dropRepeatedMarks() {
  const boards = new Map<string, Map<string, Run>>()

  function add(runs: Map<string, Run>, marked: Marked): void {
    for (const { challenge, key, step } of marked.marks) {
      const id = `${marked.restarts} ${challenge} ${key}`
      const run = runs.get(id)
      if (run?.step !== step) {
        runs.set(id, { step, last: undefined })
        continue
      }
      const { last } = run
      if (last) last.marks = last.marks.filter((mark) => mark.challenge !== challenge || mark.key !== key)
      run.last = marked
    }
  }

  return {
    /** Adds the marks of a request that waits. */
    add(board: string, { challenges }: JournalEntry): void {
      if (challenges === undefined) return
      const runs = boards.get(board) ?? new Map<string, Run>()
      boards.set(board, runs)
      add(runs, challenges)
    },
    /** Forgets the requests of a board, because they no longer wait. */
    forget: (board: string) => void boards.delete(board),
  }
}
