import type { Row, RowStatus } from '../../src/commands/report/report.js'

/** What the list shows. Empty texts stand for everything. */
export interface Filter {
  status: RowStatus | ''
  group: string
  tag: string
  /** Words that a row must contain. */
  search: string
}

export const NO_FILTER: Filter = { status: '', group: '', tag: '', search: '' }

/** Whether a filter shows a row. */
export function isShown(row: Row, { status, group, tag, search }: Filter): boolean {
  if (status !== '' && row.status !== status) return false
  if (group !== '' && row.group !== group) return false
  if (tag !== '' && !row.tags.includes(tag)) return false
  const text = [row.name, row.label, row.group, row.title, ...row.tags, ...row.details.map(({ value }) => value)]
    .join('\n')
    .toLowerCase()
  return search
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word))
}

/** Returns the tags that several rows have: a code that only one row has is found by the search. */
export function sharedTags(rows: readonly Row[]): string[] {
  const counts = new Map<string, number>()
  for (const tag of rows.flatMap(({ tags }) => tags)) counts.set(tag, (counts.get(tag) ?? 0) + 1)
  return [...counts].filter(([, count]) => count > 1).map(([tag]) => tag)
}
