import type { ChecklistItem } from '../../schemas/task.js'
import type { TaskValues } from '../store.js'

/**
 * Assigns ids to checklist items. An item with the text of an existing one keeps that id; each existing item matches at
 * most once, in order. The other items get new ids (decision 19).
 *
 * @param firstId the first new id
 */
export function assignIds(
  items: TaskValues['checklistItems'],
  existing: ChecklistItem[],
  firstId: number,
): ChecklistItem[] {
  const unmatched = [...existing]
  let nextId = firstId
  return items.map(({ text, done }) => {
    const index = unmatched.findIndex((item) => item.text === text)
    const [match] = index === -1 ? [] : unmatched.splice(index, 1)
    return { id: match?.id ?? nextId++, text, done }
  })
}
