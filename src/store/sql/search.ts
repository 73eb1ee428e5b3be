import { foldCase } from '../../contract/case-folding.js'
import type { Dialect } from '../database.js'
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

/** Returns the condition that a task contains the text `needle`, which is folded unless the case must match. */
export function searchCondition({ contains, anyElementContains }: Dialect, needle: string, matchCase: boolean): string {
  if (!matchCase) return contains('search_text', needle)
  const description = contains("coalesce(description, '')", needle)
  return `(${contains('title', needle)} OR ${description} OR ${anyElementContains('labels', needle)})`
}
