/** The type of SQL parameters. It has no booleans, because the databases represent them differently. */
export type Value = string | number | Uint8Array | null

export interface Queryable {
  /**
   * Runs one statement and returns its rows.
   *
   * @param sql a statement with `?` for each parameter
   */
  all<Row>(sql: string, params?: readonly Value[]): Promise<Row[]>
}

export const ID_KINDS = ['task', 'checklistItem', 'comment', 'attachment'] as const
export type IdKind = (typeof ID_KINDS)[number]

/** The highest id of each kind that was ever assigned on a board. */
export type LastIds = Readonly<Record<IdKind, number>>

/** The usage of a board, for each quota that has no other count. */
export interface Usage {
  comments: number
  attachmentBytes: number
}

/** The last task of a lane. */
export interface LaneEnd {
  lane: number
  /** The position of the task in the lane. */
  position: number
  run_id: number
  sort_key: number
  /** The length of the run of the task. */
  length: number
}

/** The transaction of a unit of work on a board. */
export interface BoardTransaction extends Queryable {
  /** Reserves `count` ids, and returns the first. Ids are never reused (decision 21). */
  reserveIds(kind: IdKind, count?: number): number
  /** Sets the highest ids after the content of the board was replaced; by default ids start at 1 again. */
  restartIds(lastIds?: LastIds): void
  /** What the board holds now, with the changes of this unit of work. */
  usage(): Readonly<Usage>
  /** Adds to the usage after rows were added, or subtracts after they were deleted. */
  addUsage(change: Partial<Usage>): void
  /** Sets the usage after the content of the board was deleted. */
  clearUsage(): void
  /** Hides the board from later units of work that share the transaction. The caller marks its row as deleted. */
  hideBoard(): void
  /** Tells the next unit of work that shares the transaction where a lane ends. */
  passLaneEnd(end: LaneEnd): void
}

/**
 * A unit of work on a board.
 *
 * @param laneEnd what the unit of work before this one has passed on; nothing has changed the lane since
 */
export type BoardWork<T> = (tx: BoardTransaction, laneEnd?: LaneEnd) => Promise<T>

/**
 * A database as the store uses it. A statement run with `all` sees one committed state. If the database fails, calls
 * reject with `StoreUnavailable`.
 *
 * `work` must await nothing but its statements. If it rejects, none of them takes effect. When the promise of a writing
 * transaction resolves, it is durable.
 */
export interface Database extends Queryable {
  readonly dialect: Dialect
  /**
   * Runs `work` as one atomic unit that changes the content of a board, and gives the board a new revision.
   *
   * @throws BoardNotFound if the board does not exist
   */
  changeBoard<T>(board: string, work: BoardWork<T>): Promise<T>
  /** Runs `work` as one atomic unit. */
  transaction<T>(work: (tx: Queryable) => Promise<T>): Promise<T>
  /** Does what `confirm` of the store does, if the process can lose the database without a failed call. */
  confirm?(): Promise<void> | undefined
  /**
   * Sets what is called whenever this process has lost the database and has it again. Other programs may have changed
   * anything meanwhile, for example restored a backup.
   */
  onRegain?(listener: () => void): void
  /** Runs reads that all see the same committed state. */
  readTransaction<T>(work: (state: Queryable) => Promise<T>): Promise<T>
  close(): Promise<void>
}

/** The parts of SQL in which the databases differ. */
export interface Dialect {
  /** Column types, and the end of `CREATE TABLE` for rows that are stored in the order of their primary key. */
  readonly types: {
    readonly integer: string
    readonly text: string
    readonly bytes: string
    readonly clustered: string
  }
  /** An expression for the JSON text of a text or NULL, escaped as `JSON.stringify` does. */
  jsonText(text: string): string
  /** A condition: the text `haystack` contains the text `needle`, compared by code points. */
  contains(haystack: string, needle: string): string
  /** A condition: an element of the JSON array of texts in `column` contains the text `needle`. */
  anyElementContains(column: string, needle: string): string
  /** The elements of a JSON array in their order, as a table with the column `value`. */
  jsonElements(array: string): string
  /** A query that returns the integers in a JSON array in their order, as `value`. */
  integers(array: string): string
  /** A query that returns the integers in a JSON array as `value`, and their places in the array as `place`. */
  placedIntegers(array: string): string
  /**
   * An aggregate that joins texts with commas.
   *
   * @param order the ORDER BY clause of the texts; the rows of the query have this order already
   */
  joinInOrder(text: string, order: string): string
  /** A condition: a text is an element of the JSON array of texts `array`. An index on the text serves it. */
  isOneOf(text: string, array: string): string
  /** Statements at the start of a migration, which can take long. */
  readonly beforeMigration: readonly string[]
  /** A query that returns a row if the table `?` exists. */
  readonly tableExists: string
}
