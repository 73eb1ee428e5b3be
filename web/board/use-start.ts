import { useCallback, useEffect, useState } from 'preact/hooks'
import type { BoardIndex } from '../../src/management/service/schemas.js'
import { send } from '../shared/api.js'
import { BASE_PATH } from '../shared/base-path.js'
import { useRequest } from '../shared/use-request.js'
import { type Contract, loadContract } from './contract.js'
import { pageRequest } from './load.js'

/** Loads the contract, and the index of the board: its name, whether it has learner operations, and whether it is frozen. */
export function useStart() {
  const [contract, setContract] = useState<Contract>()
  const [hasTraining, setHasTraining] = useState<boolean>()
  const [isFrozen, setFrozen] = useState(false)
  const [board, setBoard] = useState<Pick<BoardIndex, 'name' | 'baseUrl'>>()
  const { failure, run } = useRequest<void>()
  const readIndex = useCallback(async () => {
    const { training, frozen, name, baseUrl } = await send<BoardIndex>('GET', `${BASE_PATH}/board`, {
      headers: pageRequest(),
    })
    setHasTraining(training !== undefined)
    setFrozen(frozen)
    setBoard({ name, baseUrl })
  }, [])
  useEffect(() => {
    run(async () => {
      const [loaded] = await Promise.all([loadContract(), readIndex()])
      setContract(loaded)
    })
  }, [run])
  return { contract, board, hasTraining, isFrozen, setFrozen, readIndex: () => run(readIndex), failure }
}
