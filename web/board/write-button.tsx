import type { ComponentProps } from 'preact'
import { useContext } from 'preact/hooks'
import { ActionButton } from '../shared/action-button.js'
import { BoardContext } from './board-context.js'
import { FROZEN_ID } from './frozen-notice.js'

type WriteButtonProps = Omit<ComponentProps<typeof ActionButton>, 'isBlocked'> & {
  /** Whether a request runs. */
  isPending?: boolean
}

/** A button that changes the board. It does nothing while the class is frozen, and its description says why. */
export function WriteButton({ isPending = false, ...props }: WriteButtonProps) {
  // The panel of the requests can appear before the tools.
  const isFrozen = useContext(BoardContext)?.isFrozen ?? false
  return (
    <ActionButton
      {...props}
      isBlocked={isPending || isFrozen}
      aria-describedby={isFrozen ? FROZEN_ID : props['aria-describedby']}
    />
  )
}
