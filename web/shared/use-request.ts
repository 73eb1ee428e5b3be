import { useState } from 'preact/hooks'
import { RequestFailed } from './api.js'

/** The state of a form that sends a request. */
export interface RequestState<Result> {
  isPending: boolean
  result: Result | undefined
  failure: RequestFailed | undefined
  /** Sends the request. Another one waits until this has ended. */
  run(request: () => Promise<Result>): Promise<void>
}

/** Keeps the state of a request, with its result or the reason of its failure. */
export function useRequest<Result>(): RequestState<Result> {
  const [isPending, setPending] = useState(false)
  const [result, setResult] = useState<Result>()
  const [failure, setFailure] = useState<RequestFailed>()

  async function run(request: () => Promise<Result>): Promise<void> {
    if (isPending) return
    setPending(true)
    setFailure(undefined)
    try {
      setResult(await request())
    } catch (error) {
      if (!(error instanceof RequestFailed)) throw error
      setFailure(error)
    } finally {
      setPending(false)
    }
  }
  return { isPending, result, failure, run }
}
