import type { ComponentProps } from 'preact'
import { useContext } from 'preact/hooks'
import { ActionButton } from '../../shared/parts/action-button.js'
import { ConfirmButton } from '../../shared/parts/confirm-button.js'
import { BoardContext } from '../service/board-context.js'
import { FROZEN_ID } from './frozen-notice.js'

type WriteButtonProps = Omit<ComponentProps<typeof ActionButton>, 'isBlocked'> & {
  /** Whether a request runs. */
  isPending?: boolean
}

/** A button that changes the board. It does nothing while the class is frozen, and its description says why. */
export function WriteButton({ isPending = false, ...props }: WriteButtonProps) {
  const isFrozen = useIsFrozen()
  return (
    <ActionButton
      {...props}
      isBlocked={isPending || isFrozen}
      aria-describedby={isFrozen ? FROZEN_ID : props['aria-describedby']}
    />
  )
}

type DeleteButtonProps = Omit<ComponentProps<typeof ConfirmButton>, 'isBlocked' | 'describedBy'> & {
  isPending: boolean
}

/** A `WriteButton` that asks for confirmation, because what it deletes cannot be brought back. */
export function DeleteButton({ isPending, ...props }: DeleteButtonProps) {
  const isFrozen = useIsFrozen()
  return <ConfirmButton {...props} isBlocked={isPending || isFrozen} describedBy={isFrozen ? FROZEN_ID : undefined} />
}

/** Whether the class is frozen. The panel of the requests can appear before the tools. */
function useIsFrozen(): boolean {
  return useContext(BoardContext)?.isFrozen ?? false
}
