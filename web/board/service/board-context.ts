import { createContext } from 'preact'
import { useContext } from 'preact/hooks'
import type { Variant } from '../../shared/service/variants.js'
import type { Contract } from './contract.js'
import type { UserActions } from './use-actions.js'
import type { Session } from './use-session.js'

/** The tools that all parts of the page share. */
export interface BoardTools extends UserActions {
  contract: Contract
  variant: Variant
  /** Whether the class is frozen: the service refuses all changes. */
  isFrozen: boolean
  /** Whether an exercise is running or about to start, which hides faults and defects. */
  hidesFaults: boolean
  /** The v2 session of the user. */
  session: Session | undefined
  /** Loads the tasks again. */
  refresh(): Promise<void>
  /** Makes screen readers announce a text. */
  announce(text: string): void
}

export const BoardContext = createContext<BoardTools | undefined>(undefined)

/** Returns the shared tools. */
export function useBoard(): BoardTools {
  return useContext(BoardContext) as BoardTools
}
