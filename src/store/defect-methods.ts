/** The defects of a board, and the changes of its content that only defects make. */
export interface DefectMethods {
  /** Replaces the defects of a board. Their notes are deleted. */
  configureDefects(board: string, names: readonly string[]): Promise<void>
  /**
   * Appends notes of a defect to those before them. A reset and a loaded snapshot delete the notes. Without the defect,
   * nothing happens.
   *
   * @param max the maximum number of notes. The oldest are deleted.
   */
  addDefectNotes(board: string, name: string, notes: readonly unknown[], max: number): Promise<void>
  /** Sets the `createdAt` of a task. */
  setCreatedAt(board: string, taskId: number, createdAt: string): Promise<void>
  /** Lowers the last task id to that of an existing task, so that the ids of deleted tasks are assigned again. */
  reuseTaskIds(board: string): Promise<void>
}

/** The names of the defects of a board, each with its notes. A defect cannot be configured twice. */
export type BoardDefects = Readonly<Record<string, readonly unknown[]>>
