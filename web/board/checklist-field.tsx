import { board as texts } from '../texts/en/board.js'

export interface ChecklistDraft {
  text: string
  done: boolean
}

interface ChecklistFieldProps {
  items: readonly ChecklistDraft[]
  onChange(items: ChecklistDraft[]): void
  problem: string | undefined
}

/** The checklist of a task. */
export function ChecklistField({ items, onChange, problem }: ChecklistFieldProps) {
  const change = (index: number, item: Partial<ChecklistDraft>) =>
    onChange(items.map((each, at) => (at === index ? { ...each, ...item } : each)))
  return (
    <fieldset class="list-field">
      <legend>{texts.fields.checklistItems}</legend>
      <ul class="checklist">
        {items.map((item, index) => (
          <li key={index}>
            <input
              type="checkbox"
              checked={item.done}
              aria-label={texts.checklist.done(item.text)}
              onChange={({ currentTarget }) => change(index, { done: currentTarget.checked })}
              data-testid="checklist-done"
            />
            <input
              value={item.text}
              aria-label={texts.checklist.text(index + 1)}
              onInput={({ currentTarget }) => change(index, { text: currentTarget.value })}
              data-testid="checklist-text"
            />
            <button
              type="button"
              class="remove"
              aria-label={texts.remove(item.text)}
              onClick={() => onChange(items.toSpliced(index, 1))}
            >
              ×
            </button>
          </li>
        ))}
      </ul>
      <button
        type="button"
        class="quiet"
        onClick={() => onChange([...items, { text: '', done: false }])}
        data-testid="add-checklist-item"
      >
        {texts.checklist.add}
      </button>
      {problem && <p class="problem">{problem}</p>}
    </fieldset>
  )
}
