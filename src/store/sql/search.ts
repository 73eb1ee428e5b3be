import { foldCase } from '../case-folding.js'
import type { Dialect, Value } from '../database.js'
import type { TaskValues } from '../store.js'

/**
 * Stands between the searched texts of a task, so that nothing is found across two of them (decision
 * 16): folding turns every `A` into `a`, so no search text holds one.
 */
const SEPARATOR = 'A'

/** What a search looks through: the folded title, description and labels of a task. */
export function searchText({ title, description, labels }: TaskValues): string {
  return [title, description ?? '', ...labels].map(foldCase).join(SEPARATOR)
}

/** The condition that a task contains a text, and its parameters. */
export function searchCondition(dialect: Dialect, search: string, matchCase: boolean): [string, Value[]] {
  if (!matchCase) return [dialect.contains('search_text', '?'), [foldCase(search)]]
  const condition = [
    dialect.contains('title', '?'),
    dialect.contains("coalesce(description, '')", '?'),
    dialect.anyElementContains('labels'),
  ].join(' OR ')
  return [`(${condition})`, [search, search, search]]
}
