import type { TargetedMouseEvent } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { common } from '../../texts/en/common.js'
import { focusReplacement } from '../browser/focus.js'
import { ActionButton } from './action-button.js'

interface ConfirmButtonProps {
  label: string
  testId: string
  /** The accessible name, if the label is not enough. */
  name?: string
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
  const { label, testId, name, question = common.sure, isBlocked = false, describedBy, onConfirm } = props
  const meaning = `${label} ${question}`
  /** What the button has asked; `null` after the answer. */
  const [asked, setAsked] = useState<string | null>()
  // An answer must not mean anything else than the question that the user has read.
  useEffect(() => setAsked((before) => (before === undefined || before === meaning ? before : null)), [meaning])
  if (asked !== meaning) {
    return (
      <ActionButton
        ref={asked === undefined ? null : focusReplacement}
        type="button"
        class="quiet danger"
        isBlocked={isBlocked}
        aria-label={name}
        aria-describedby={describedBy}
        onClick={() => setAsked(meaning)}
        data-testid={testId}
      >
        {label}
      </ActionButton>
    )
  }
  return (
    <Question
      question={question}
      label={label}
      isBlocked={isBlocked}
      describedBy={describedBy}
      onClose={() => setAsked(null)}
      onConfirm={onConfirm}
    />
  )
}

interface ConfirmSubmitProps {
  label: string
  testId: string
  class?: string
  isBlocked: boolean
  /** Returns what to ask before the form is submitted as it is; `undefined` if it loses nothing. */
  questionFor(form: HTMLFormElement): string | undefined
}

/** The button that submits a form. It asks for confirmation if the form would delete something. */
export function ConfirmSubmit({ label, testId, isBlocked, questionFor, ...props }: ConfirmSubmitProps) {
  const [asked, setAsked] = useState<{ question: string; form: HTMLFormElement } | null>()

  /** Also handles Enter in a field, which presses the button. */
  function press(event: TargetedMouseEvent<HTMLButtonElement>) {
    const form = event.currentTarget.form as HTMLFormElement
    const question = questionFor(form)
    if (question === undefined) return
    event.preventDefault()
    setAsked({ question, form })
  }

  if (!asked) {
    return (
      <ActionButton
        ref={asked === undefined ? null : focusReplacement}
        {...props}
        type="submit"
        isBlocked={isBlocked}
        onClick={press}
        data-testid={testId}
      >
        {label}
      </ActionButton>
    )
  }
  const { question, form } = asked
  return (
    <>
      {/* Enter in a field does not answer the question. */}
      <button type="submit" disabled style={{ display: 'none' }} />
      <Question
        question={question}
        label={label}
        isBlocked={isBlocked}
        onClose={() => setAsked(null)}
        onConfirm={() => form.requestSubmit()}
      />
    </>
  )
}

interface QuestionProps extends Pick<ConfirmButtonProps, 'label' | 'describedBy' | 'onConfirm'> {
  question: string
  isBlocked: boolean
  /** Closes the question, after either answer. */
  onClose(): void
}

function Question({ question, label, isBlocked, describedBy, onClose, onConfirm }: QuestionProps) {
  function confirm() {
    onClose()
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
      <button ref={focus} type="button" class="quiet" onClick={onClose} data-testid="cancel-question">
        {common.cancel}
      </button>
    </span>
  )
}

/** Moves the focus to a button that replaces the one that had it. */
function focus(button: HTMLButtonElement | null): void {
  button?.focus()
}
