import type { ComponentChildren, JSX } from 'preact'
import { useId } from 'preact/hooks'

interface Labelled {
  label: string
  testId: string
  hint?: ComponentChildren
  /** The message of the service about this field. */
  problem?: string | undefined
}

type FieldProps = JSX.IntrinsicElements['input'] & Labelled

/** A text field with its label, a hint and the message about an invalid value. */
export function Field({ label, testId, hint, problem, ...input }: FieldProps) {
  const { wrap, attributes } = useLabel({ label, testId, hint, problem })
  return wrap(<input dir={input.type === undefined ? 'auto' : undefined} {...input} {...attributes} />)
}

/** A text field of several lines. */
export function TextArea({ label, testId, hint, problem, ...textArea }: JSX.IntrinsicElements['textarea'] & Labelled) {
  const { wrap, attributes } = useLabel({ label, testId, hint, problem })
  return wrap(<textarea rows={3} dir="auto" {...textArea} {...attributes} />)
}

type Options = readonly (readonly [value: string, label: string])[]

type SelectProps = JSX.IntrinsicElements['select'] &
  Labelled & {
    options: Options
    /** More options, under the titles of their groups. */
    groups?: Readonly<Record<string, Options>>
    defaultValue?: string
  }

/** A choice of one of several options. */
export function Select({ label, testId, hint, problem, options, groups = {}, defaultValue, ...select }: SelectProps) {
  const { wrap, attributes } = useLabel({ label, testId, hint, problem })
  const toOptions = (choices: Options) =>
    choices.map(([value, text]) => (
      <option key={value} value={value} selected={value === defaultValue}>
        {text}
      </option>
    ))
  return wrap(
    <select {...select} {...attributes}>
      {toOptions(options)}
      {Object.entries(groups).map(([title, choices]) => (
        <optgroup key={title} label={title}>
          {toOptions(choices)}
        </optgroup>
      ))}
    </select>,
  )
}

function useLabel({ label, testId, hint, problem }: Labelled) {
  const id = useId()
  const described = [hint && `${id}-hint`, problem && `${id}-problem`].filter(Boolean).join(' ')
  const attributes = {
    id,
    'data-testid': testId,
    'aria-invalid': problem !== undefined,
    'aria-describedby': described || undefined,
  }
  const wrap = (field: ComponentChildren) => (
    <div class="field">
      <label for={id}>{label}</label>
      {field}
      {hint && (
        <p class="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {problem && (
        <p class="problem" id={`${id}-problem`}>
          {problem}
        </p>
      )}
    </div>
  )
  return { wrap, attributes }
}
