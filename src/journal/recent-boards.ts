import { LRUCache } from 'lru-cache'
import type { BoardState } from '../rooms/state.js'
import type { SolvedNames } from '../rooms/training/values.js'

/** The number of recently used boards that are cached. */
const RECENT_MAX = 1000

const NONE: ReadonlySet<string> = new Set()

/** Stands for the number of restarts if requests count for no challenge. */
export const UNCOUNTED = -1

/**
 * Caches recently used boards, with the number of restarts of their challenges. The rate limit of an address and CORS
 * respond before the service looks up the board of a request. The journal records such a request only for a cached board,
 * because others may not exist.
 */
export function rememberBoards() {
  const recent = new LRUCache<string, number>({ max: RECENT_MAX })
  const solved = new LRUCache<string, SolvedNames>({ max: RECENT_MAX })

  return {
    /** Caches the solved challenges of a board. */
    addSolved(board: string, names: SolvedNames): void {
      solved.set(board, names)
    },
    /** Returns the solved challenges that are cached, so that further steps of them need no work. */
    solvedBy(board: string, restarts: number): ReadonlySet<string> {
      const cached = solved.get(board)
      return cached?.restarts === restarts ? cached.names : NONE
    },
    /** Caches a board, and returns the restarts of its challenges. */
    add(board: string, { isFrozen, challengeRestarts }: BoardState): number {
      const restarts = isFrozen ? UNCOUNTED : challengeRestarts
      recent.set(board, restarts)
      return restarts
    },
    /** Returns the restarts of the challenges of a board that is cached. */
    restartsOf: (board: string) => recent.get(board),
    clear(): void {
      recent.clear()
      solved.clear()
    },
  }
}
