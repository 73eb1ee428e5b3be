import { useState } from 'preact/hooks'
import { common } from '../texts/en/common.js'
import { ActionButton } from './action-button.js'

interface ConfirmButtonProps {
  label: string
  testId: string
  /** A description of the action, if the label is not enough. */
  question?: string
  /** Whether the action is not possible at the moment. */
  isBlocked?: boolean
  /** The id of the text that says why. */
  describedBy?: string | undefined
  onConfirm(): void
}

/** A button that asks for confirmation before an action that cannot be undone. */
export function ConfirmButton(props: ConfirmButtonProps) {
  const { label, testId, question = common.sure, isBlocked = false, describedBy, onConfirm } = props
  const [isAsking, setAsking] = useState<boolean>()
  if (!isAsking) {
    return (
      <ActionButton
        ref={isAsking === false ? focus : null}
        type="button"
        class="quiet danger"
        isBlocked={isBlocked}
        aria-describedby={describedBy}
        onClick={() => setAsking(true)}
        data-testid={testId}
      >
        {label}
      </ActionButton>
    )
  }
  function confirm() {
    setAsking(false)
    onConfirm()
  }
  return (
    <span role="alert" class="confirm">
      {question}{' '}
      <ActionButton
        type="button"
        class="quiet danger"
        isBlocked={isBlocked}
        aria-describedby={describedBy}
        onClick={confirm}
        data-testid="confirm"
      >
        {label}
      </ActionButton>
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
