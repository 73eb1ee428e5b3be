/** The defects of a board, and the changes of its content that only defects make. */
export interface DefectMethods {
  /** Replaces the defects of a board. Their notes and the counts of their effects are deleted. */
  configureDefects(board: string, names: readonly string[]): Promise<void>
  /** Lists the effects that the defects of a board have had, ordered by defect. */
  listEffects(board: string): Promise<EffectCount[]>
  /**
   * Appends notes of a defect to those before them. A reset and a loaded snapshot delete the notes. Without the defect,
   * nothing happens.
   *
   * @param max the maximum number of notes. The oldest are deleted.
   */
  addDefectNotes(board: string, name: string, notes: readonly unknown[], max: number): Promise<void>
  /** Sets the `createdAt` of a task. */
  setCreatedAt(board: string, taskId: number, createdAt: string): Promise<void>
  /**
   * Lowers the last task id to that of an existing task, so that the ids of deleted tasks are assigned again. Returns
   * whether it has changed.
   */
  reuseTaskIds(board: string): Promise<boolean>
}

/**
 * How a defect affects a request. `response`: the response differs from that of the correct service. `write`: the request
 * stored different data than with the correct service, so later responses can differ.
 */
export type DefectEffect = 'response' | 'write'

/** The requests that a defect has affected in one way since it was configured. */
export interface EffectCount {
  defect: string
  effect: DefectEffect
  /** The number of requests. */
  requests: number
  first: AffectedRequest
}

export interface AffectedRequest {
  /** Its number in the journal. */
  number: number
  requestId: string
  time: string
  method: string
  /** The first `JOURNAL_PATH_MAX` characters of the path below the base URL of the board, with the query. */
  target: string
  status: number
}

/** The names of the defects of a board, each with its notes. A defect cannot be configured twice. */
export type BoardDefects = Readonly<Record<string, readonly unknown[]>>
