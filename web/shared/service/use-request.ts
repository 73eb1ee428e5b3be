import { useCallback, useRef, useState } from 'preact/hooks'
import { RequestFailed } from './api.js'

/** The state of a request. */
export interface RequestState<Result> {
  isPending: boolean
  result: Result | undefined
  failure: RequestFailed | undefined
  /** Sends the request. While it is pending, other calls do nothing. */
  run(request: () => Promise<Result>): Promise<void>
}

/** Keeps the state of a request, with its result or the reason of its failure. */
export function useRequest<Result>(): RequestState<Result> {
  const [isPending, setPending] = useState(false)
  const [result, setResult] = useState<Result>()
  const [failure, setFailure] = useState<RequestFailed>()
  const isRunning = useRef(false)

  const run = useCallback(async (request: () => Promise<Result>): Promise<void> => {
    if (isRunning.current) return
    isRunning.current = true
    setPending(true)
    setFailure(undefined)
    try {
      setResult(await request())
    } catch (error) {
      if (!(error instanceof RequestFailed)) throw error
      setFailure(error)
    } finally {
      isRunning.current = false
      setPending(false)
    }
  }, [])
  return { isPending, result, failure, run }
}
