import { useLayoutEffect, useRef } from 'preact/hooks'
import { useListFocus } from '../../../shared/browser/focus.js'
import { isEnter } from '../../../shared/browser/is-enter.js'
import { board as texts } from '../../../texts/en/board.js'

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
  const list = useRef<HTMLUListElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  useListFocus(list, () => button.current)
  /** The index of an item that was just added. */
  const added = useRef<number | undefined>(undefined)
  useLayoutEffect(() => {
    if (added.current !== undefined)
      list.current?.children[added.current]?.querySelector<HTMLElement>('[data-testid=checklist-text]')?.focus()
    added.current = undefined
  }, [items.length])

  function add(index: number) {
    added.current = index
    onChange(items.toSpliced(index, 0, { text: '', done: false }))
  }

  const change = (index: number, item: Partial<ChecklistDraft>) =>
    onChange(items.map((each, at) => (at === index ? { ...each, ...item } : each)))
  return (
    <fieldset class="list-field">
      <legend>{texts.fields.checklistItems}</legend>
      <ul class="checklist" ref={list}>
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
              dir="auto"
              aria-label={texts.checklist.text(index + 1)}
              onInput={({ currentTarget }) => change(index, { text: currentTarget.value })}
              onKeyDown={(event) => {
                if (!isEnter(event)) return
                event.preventDefault()
                if (item.text !== '') add(index + 1)
              }}
              data-testid="checklist-text"
            />
            <button
              type="button"
              class="remove"
              aria-label={texts.remove(item.text)}
              onClick={() => onChange(items.toSpliced(index, 1))}
              data-testid="remove-checklist-item"
            >
              ×
            </button>
          </li>
        ))}
      </ul>
      <button
        ref={button}
        type="button"
        class="quiet"
        onClick={() => add(items.length)}
        data-testid="add-checklist-item"
      >
        {texts.checklist.add}
      </button>
      {problem && <p class="problem">{problem}</p>}
    </fieldset>
  )
}
