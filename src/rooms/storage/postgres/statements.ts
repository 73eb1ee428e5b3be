/** A statement in the syntax of PostgreSQL. Because of its name, each connection prepares it only once. */
export interface NamedStatement {
  name: string
  text: string
}

const statements = new Map<string, NamedStatement>()

/**
 * Numbers the parameters of a statement and names it.
 *
 * @param sql a statement with `?` for each parameter, and without other question marks
 */
export function nameStatement(sql: string): NamedStatement {
  let statement = statements.get(sql)
  if (statement === undefined) {
    let parameters = 0
    const text = sql.replace(/\?/g, () => `$${++parameters}`)
    statement = { name: `s${statements.size}`, text }
    statements.set(sql, statement)
  }
  return statement
}
