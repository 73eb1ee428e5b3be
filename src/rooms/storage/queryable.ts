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
