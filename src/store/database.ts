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

/** A row that a transaction has locked, with the values that it will have after the commit. */
export interface LockedRow {
  values: Readonly<Record<string, number>>
  /** The statement that writes the values, if they are not written yet. */
  update?: [sql: string, params: readonly Value[]]
}

export interface Transaction extends Queryable {
  /**
   * The locked rows by name. Units of work that share the transaction update them here, and they are written once
   * before the commit. If a unit of work rejects, its updates are undone.
   */
  readonly locked: Map<string, LockedRow>
  /**
   * Like `all`, for the final statement of a unit of work. The next unit may start before the database responds, so the
   * work must not reject because of the rows.
   */
  runFinal: Queryable['all']
}

/**
 * A database as the store uses it. A statement run with `all` sees one committed state. Statements that belong together
 * run in one `transaction`. If the database fails, calls reject with `StoreUnavailable`.
 */
export interface Database extends Queryable {
  readonly dialect: Dialect
  /**
   * Runs `work` as one atomic unit. The promise resolves when the unit is durable. If `work` rejects, none of its
   * statements takes effect. `work` must await nothing but its statements.
   *
   * @param board the board whose row `work` locks. Units that are committed together lock their boards in one order.
   */
  transaction<T>(work: (tx: Transaction) => Promise<T>, board?: string): Promise<T>
  /** Splits long reads into short statements. Only a database that runs in this thread needs it. */
  readonly longReads?: LongReads | undefined
  close(): Promise<void>
}

export interface LongReads {
  /** Runs statements that all see the same committed state. Between two statements the thread serves requests. */
  transaction<T>(work: (state: Queryable) => Promise<T>): Promise<T>
  /** A query that returns the integers in the parameter `?`, a JSON array. */
  readonly integers: string
}

/** The parts of SQL in which the databases differ. */
export interface Dialect {
  /** Column types. */
  readonly types: { readonly integer: string; readonly text: string; readonly bytes: string }
  /** An expression for a JSON object. `columns` has an expression for each key. */
  jsonObject(columns: Readonly<Record<string, string>>): string
  /** An expression that aggregates rows into a JSON array, `[]` if there are none. */
  jsonArray(element: string, orderBy: string): string
  /** A condition: the text `haystack` contains the text `needle`, compared by code points. */
  contains(haystack: string, needle: string): string
  /** A condition: an element of the JSON array of texts in `column` contains the parameter `?`. */
  anyElementContains(column: string): string
  /** A statement that locks out other migrations until the end of the transaction. */
  readonly lockMigrations?: string
  /** A query that returns a row if the table `?` exists. */
  readonly tableExists: string
}
