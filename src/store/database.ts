/** What SQL parameters may be; booleans are not, because the databases differ in them. */
export type Value = string | number | Uint8Array | null

/** Runs statements. */
export interface Queryable {
  /**
   * Runs one statement and returns its rows, `[]` where it has none.
   *
   * @param sql a statement with `?` for each parameter
   */
  all<Row>(sql: string, params?: readonly Value[]): Promise<Row[]>
}

/** A row that a transaction has locked: what it is to hold when it commits. */
export interface LockedRow {
  values: Readonly<Record<string, number>>
  /** The statement that writes them, where they are not yet written. */
  update?: [sql: string, params: readonly Value[]]
}

/** Runs statements that are committed together. */
export interface Transaction extends Queryable {
  /**
   * The rows that are kept here, by name, so that they are written once for all the work that shares the transaction: before its
   * commit. What work does to them that rejects is undone.
   */
  readonly locked: Map<string, LockedRow>
  /**
   * The same as `all` for the last statement of some work, which must not reject because of what it returns. Other work of the
   * transaction may go on before it is answered.
   */
  runFinal: Queryable['all']
}

/**
 * A database, as far as the store needs to know it. A single statement through `all` sees one committed
 * state; what belongs together is written in one `transaction`. Failures of the database itself reject
 * with `StoreUnavailable`.
 */
export interface Database extends Queryable {
  readonly dialect: Dialect
  /**
   * Runs `work` as one atomic unit. Its promise resolves when the unit is durable; where `work` rejects,
   * nothing of it remains. `work` must await nothing but its statements.
   *
   * @param board the board whose row it locks: units that are committed together lock their boards in one order
   */
  transaction<T>(work: (tx: Transaction) => Promise<T>, board?: string): Promise<T>
  /** What reads that take long are made of. It is missing where they hold up nobody, because the database runs elsewhere. */
  readonly longReads?: LongReads | undefined
  close(): Promise<void>
}

/** Reads in pieces. */
export interface LongReads {
  /** Runs statements that all see the same committed state; others are served between any two of them. */
  transaction<T>(work: (state: Queryable) => Promise<T>): Promise<T>
  /** A query for the integers of the parameter `?`, a JSON array. */
  readonly integers: string
}

/** The few places in which the databases' SQL differs. */
export interface Dialect {
  /** Column types. */
  readonly types: { readonly integer: string; readonly text: string; readonly bytes: string }
  /** A JSON object of column expressions by key. */
  jsonObject(columns: Readonly<Record<string, string>>): string
  /** A JSON array aggregated over rows, `[]` over none. */
  jsonArray(element: string, orderBy: string): string
  /** Whether `haystack` contains the text `needle`, comparing code points. */
  contains(haystack: string, needle: string): string
  /** Whether one element of the JSON array of texts in `column` contains the parameter `?`. */
  anyElementContains(column: string): string
  /** The statement that keeps others from migrating until the end of the transaction, where several could. */
  readonly lockMigrations?: string
  /** A query that has a row where the table `?` exists. */
  readonly tableExists: string
}
