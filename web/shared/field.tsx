import type { JSX } from 'preact'
import { useId } from 'preact/hooks'

type FieldProps = JSX.IntrinsicElements['input'] & {
  label: string
  testId: string
  hint?: string
  /** The message of the service about this field. */
  problem?: string | undefined
}

/** A text field with its label, a hint and the message about an invalid value. */
export function Field({ label, testId, hint, problem, ...input }: FieldProps) {
  const id = useId()
  const described = [hint && `${id}-hint`, problem && `${id}-problem`].filter(Boolean).join(' ')
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <input
        {...input}
        id={id}
        data-testid={testId}
        aria-invalid={problem !== undefined}
        aria-describedby={described || undefined}
      />
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
}
