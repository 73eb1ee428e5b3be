import type { RequestFailed } from './api.js'

/** The reason why a request has failed. Screen readers announce it. */
export function Failure({ failure }: { failure: RequestFailed | undefined }) {
  return (
    <div role="alert" data-testid="failure">
      {failure && <p class="failure">{failure.message}</p>}
    </div>
  )
}
