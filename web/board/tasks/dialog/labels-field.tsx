import { useId, useRef, useState } from 'preact/hooks'
import { useListFocus } from '../../../shared/browser/focus.js'
import { isEnter } from '../../../shared/browser/is-enter.js'
import { board as texts } from '../../../texts/en/board.js'

interface LabelsFieldProps {
  labels: readonly string[]
  onChange(labels: string[]): void
  problem: string | undefined
}

/** The labels of a task, with a field that adds one. A label in that field is saved, too. */
export function LabelsField({ labels, onChange, problem }: LabelsFieldProps) {
  const [draft, setDraft] = useState('')
  const id = useId()
  const list = useRef<HTMLUListElement>(null)
  const field = useRef<HTMLInputElement>(null)
  useListFocus(list, () => field.current)
  function add() {
    if (draft !== '') onChange([...labels, draft])
    setDraft('')
  }
  return (
    <fieldset class="list-field">
      <legend>{texts.fields.labels}</legend>
      {labels.length > 0 && (
        <ul class="labels" ref={list}>
          {labels.map((label, index) => (
            <li key={index}>
              <bdi>{label}</bdi>
              <button
                type="button"
                class="remove"
                aria-label={texts.remove(label)}
                onClick={() => onChange(labels.toSpliced(index, 1))}
                data-testid="remove-label"
              >
                ×
              </button>
            </li>
          ))}
        </ul>
      )}
      <div class="adder">
        <label class="hidden" for={id}>
          {texts.newLabel}
        </label>
        <input
          ref={field}
          id={id}
          name="newLabel"
          dir="auto"
          value={draft}
          placeholder={texts.newLabel}
          onInput={({ currentTarget }) => setDraft(currentTarget.value)}
          onKeyDown={(event) => {
            if (!isEnter(event)) return
            event.preventDefault()
            add()
          }}
          data-testid="new-label"
        />
        <button type="button" class="quiet" onClick={add} data-testid="add-label">
          {texts.addLabel}
        </button>
      </div>
      {problem && <p class="problem">{problem}</p>}
    </fieldset>
  )
}
