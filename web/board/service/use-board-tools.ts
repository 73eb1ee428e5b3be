import { useMemo } from 'preact/hooks'
import type { BoardTools } from './board-context.js'
import type { UserActions } from './use-actions.js'

interface Parts extends Omit<BoardTools, keyof UserActions | 'contract'> {
  contract: BoardTools['contract'] | undefined
}

/** Returns the tools that all parts of the page share, or `undefined` until the contract is loaded. */
export function useBoardTools(actions: UserActions, parts: Parts): BoardTools | undefined {
  const { contract, variant, isFrozen, hidesFaults, session, refresh } = parts
  return useMemo(
    () => contract && { ...actions, ...parts, contract },
    [
      actions.act,
      actions.download,
      actions.uploadFiles,
      actions.sendAgain,
      contract,
      variant,
      isFrozen,
      hidesFaults,
      session,
      refresh,
    ],
  )
}
