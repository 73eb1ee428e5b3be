import type { JSX } from 'preact'

type ActionButtonProps = JSX.IntrinsicElements['button'] & {
  /** Whether a press does nothing at the moment. */
  isBlocked: boolean
}

/** A button that keeps the focus while its action is not possible. A disabled button would lose it. */
export function ActionButton({ isBlocked, onClick, ...props }: ActionButtonProps) {
  return <button {...props} aria-disabled={isBlocked} onClick={isBlocked ? ignore : onClick} />
}

/** Ignores a press, also that of Enter in a field of the form. */
function ignore(event: Event): void {
  event.preventDefault()
}
