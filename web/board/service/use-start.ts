import { useCallback, useEffect, useState } from 'preact/hooks'
import type { BoardIndex } from '../../../src/classroom/service/schemas.js'
import { send } from '../../shared/service/api.js'
import { BASE_PATH } from '../../shared/service/base-path.js'
import { useRequest } from '../../shared/service/use-request.js'
import { IS_PRIVATE, SENT } from './board-facts.js'
import { loadContract } from './contract.js'
import { pageRequest } from './load.js'

/**
 * Loads the contract, and the index of the board: its name, its base URL, and whether it is frozen. The index of a private
 * board is loaded by `readIndex`, when the page receives its events.
 */
export function useStart() {
  const [loading] = useState(loadContract)
  const contract = useRequest<Awaited<typeof loading>>()
  const index = useRequest<void>()
  const [isFrozen, setFrozen] = useState(SENT.isFrozen)
  const [board, setBoard] = useState<Pick<BoardIndex, 'name' | 'baseUrl'>>()
  const readIndex = useCallback(
    () =>
      index.run(async () => {
        const { frozen, name, baseUrl } = await send<BoardIndex>('GET', `${BASE_PATH}/board`, {
          headers: pageRequest(),
        })
        setFrozen(frozen)
        setBoard({ name, baseUrl })
      }),
    [index.run],
  )
  useEffect(() => {
    contract.run(() => loading)
    if (!IS_PRIVATE) readIndex()
  }, [])
  const failure = contract.failure ?? index.failure
  return { contract: contract.result, loading, board, isFrozen, setFrozen, readIndex, failure }
}
