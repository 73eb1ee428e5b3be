import { useCallback, useState } from 'preact/hooks'
import { RequestFailed } from '../../shared/service/api.js'
import type { Exchange } from './exchange.js'

/** The last action of the user on the board, outside of dialogs. */
export interface Attempt {
  /** The reason why the action has failed, until the user does something else. */
  failure: RequestFailed | undefined
  /**
   * Runs an action.
   *
   * @param explain adds to the message what the failure means for the user
   * @returns whether it has succeeded
   */
  attempt(action: () => Promise<unknown>, explain?: (message: string) => string): Promise<boolean>
  /** Removes the reason. */
  forget(): void
}

/** @param latest the latest request of the user */
export function useAttempt(latest: Exchange | undefined): Attempt {
  const [failed, setFailed] = useState<{ reason: RequestFailed; time: number }>()
  const forget = useCallback(() => setFailed(undefined), [])
  const attempt = useCallback<Attempt['attempt']>(async (action, explain = String) => {
    setFailed(undefined)
    try {
      await action()
      return true
    } catch (error) {
      if (!(error instanceof RequestFailed)) throw error
      const reason = new RequestFailed(explain(error.message), {}, error.status, error.isUnknown)
      setFailed({ reason, time: performance.now() })
      return false
    }
  }, [])
  // An action can send several requests at the same time. Only a later request replaces the message.
  const isCurrent = failed !== undefined && (latest === undefined || latest.time - latest.duration <= failed.time)
  return { failure: isCurrent ? failed.reason : undefined, attempt, forget }
}
