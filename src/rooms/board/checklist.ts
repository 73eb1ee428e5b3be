import type { ChecklistItem } from '../../contract/schemas/task.js'
import type { TaskValues } from './values.js'
import { type Fork, reserveIds } from './version.js'

/**
 * Assigns ids to checklist items. An item with the text of an existing one keeps that id; each existing item matches at
 * most once, in order. The other items get new ids, which are reserved (decision 19).
 */
export function assignChecklistIds(
  fork: Fork,
  items: TaskValues['checklistItems'],
  existing: readonly ChecklistItem[],
): ChecklistItem[] {
  if (items.length === 0) return []
  const unmatched = [...existing]
  let nextId = reserveIds(fork, 'checklistItem', items.length)
  return items.map(({ text, done }) => {
    const index = unmatched.findIndex((item) => item.text === text)
    const [match] = index === -1 ? [] : unmatched.splice(index, 1)
    return { id: match?.id ?? nextId++, text, done }
  })
}
