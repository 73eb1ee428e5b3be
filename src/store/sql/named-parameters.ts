import type { Value } from '../database.js'

/** A statement whose parameters have names. */
export interface NamedStatement<Name extends string> {
  sql: string
  names: Name[]
}

/** Replaces each parameter `@name` of a statement with `?`. */
export function compileNamed<Name extends string>(named: string): NamedStatement<Name> {
  const names: Name[] = []
  const sql = named.replace(/@(\w+)/g, (_, name) => {
    names.push(name)
    return '?'
  })
  return { sql, names }
}

/** Returns the arguments of `Queryable.all` for a statement. */
export function bind<Name extends string>(
  { sql, names }: NamedStatement<Name>,
  values: Readonly<Record<Name, Value>>,
): [sql: string, params: Value[]] {
  return [sql, names.map((name) => values[name])]
}
