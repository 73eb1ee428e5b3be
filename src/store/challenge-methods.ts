/** The challenges that learners have solved on a board. */
export interface ChallengeMethods {
  /** Lists the solved challenges since the start of the exercise, in the order in which they were solved. */
  listSolved(board: string): Promise<SolvedChallenge[]>
}

/** A challenge that was solved. */
export interface SolvedChallenge {
  challenge: string
  /** The number on its board, starting at 1. Numbers are not reused. */
  number: number
  /** When it was solved. */
  time: string
  /** The id of the request that solved it. */
  requestId: string
}

/** The names of the solved challenges of a board, and how often they had been deleted before. */
export interface SolvedNames {
  restarts: number
  names: ReadonlySet<string>
}
