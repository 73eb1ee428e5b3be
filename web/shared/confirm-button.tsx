import { useState } from 'preact/hooks'
import { common } from '../texts/en/common.js'

interface ConfirmButtonProps {
  label: string
  testId: string
  /** A description of the action, if the label is not enough. */
  question?: string
  onConfirm(): void
}

/** A button that asks for confirmation before an action that cannot be undone. */
export function ConfirmButton({ label, testId, question = common.sure, onConfirm }: ConfirmButtonProps) {
  const [isAsking, setAsking] = useState<boolean>()
  if (!isAsking) {
    return (
      <button
        ref={isAsking === false ? focus : null}
        type="button"
        class="quiet danger"
        onClick={() => setAsking(true)}
        data-testid={testId}
      >
        {label}
      </button>
    )
  }
  function confirm() {
    setAsking(false)
    onConfirm()
  }
  return (
    <span role="alert" class="confirm">
      {question}{' '}
      <button type="button" class="quiet danger" onClick={confirm} data-testid="confirm">
        {label}
      </button>
      <button ref={focus} type="button" class="quiet" onClick={() => setAsking(false)}>
        {common.cancel}
      </button>
    </span>
  )
}

/** Moves the focus to a button that replaces the one that had it. */
function focus(button: HTMLButtonElement | null): void {
  button?.focus()
}
