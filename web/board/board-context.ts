import { createContext } from 'preact'
import { useContext } from 'preact/hooks'
import type { Contract } from './contract.js'
import type { Variant } from './exchange.js'
import type { UserActions } from './use-actions.js'

/** What all parts of the page use. */
export interface BoardTools extends UserActions {
  contract: Contract
  variant: Variant
  /** Loads the tasks again. */
  refresh(): Promise<void>
  /** Lets screen readers say a text. */
  announce(text: string): void
}

export const BoardContext = createContext<BoardTools | undefined>(undefined)

/** Returns the tools of the page. */
export function useBoard(): BoardTools {
  return useContext(BoardContext) as BoardTools
}
