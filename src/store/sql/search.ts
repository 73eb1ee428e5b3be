import { foldCase } from '../case-folding.js'
import type { Dialect, Value } from '../database.js'
import type { TaskValues } from '../store.js'

/**
 * Separates the searched texts of a task, so that a search finds nothing across two of them (decision 16). Folding
 * turns every `A` into `a`, so no folded text contains it.
 */
const SEPARATOR = 'A'

/** Returns the text that a search scans: the folded title, description and labels of a task. */
export function searchText({ title, description, labels }: TaskValues): string {
  return [title, description ?? '', ...labels].map(foldCase).join(SEPARATOR)
}

/** Returns the condition that a task contains a text, with its parameters. */
export function searchCondition(dialect: Dialect, search: string, matchCase: boolean): [string, Value[]] {
  if (!matchCase) return [dialect.contains('search_text', '?'), [foldCase(search)]]
  const condition = [
    dialect.contains('title', '?'),
    dialect.contains("coalesce(description, '')", '?'),
    dialect.anyElementContains('labels'),
  ].join(' OR ')
  return [`(${condition})`, [search, search, search]]
}
