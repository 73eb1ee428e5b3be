import { useEffect, useState } from 'preact/hooks'
import type { RequestFailed } from './api.js'
import { onReconnect } from './reconnection.js'

/** The reason why a request has failed. Screen readers announce it. */
export function Failure({ failure }: { failure: RequestFailed | undefined }) {
  const [outdated, setOutdated] = useState<RequestFailed>()
  // "The service does not respond" is no longer true when the service responds again.
  // Whether it has carried out the request remains unknown.
  useEffect(() => {
    if (failure?.status === 0 && !failure.isUnknown) return onReconnect(() => setOutdated(failure))
  }, [failure])
  return (
    <div role="alert" data-testid="failure">
      {failure && failure !== outdated && <p class="failure">{punctuate(failure.message)}</p>}
    </div>
  )
}

/** Ends a message of several sentences with a full stop. The messages of the API end without one. */
function punctuate(message: string): string {
  return message.includes('. ') && !/[.!?]$/.test(message) ? `${message}.` : message
}
