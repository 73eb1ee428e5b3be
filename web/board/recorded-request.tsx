import { useEffect } from 'preact/hooks'
import { RequestDetails } from '../shared/request-details.js'
import { isChosen } from './exchange.js'
import { Hints } from './hints.js'
import { RequestActions } from './request-actions.js'
import { SendAgain, type Target } from './send-again.js'
import { type RecordedOptions, useRecorded } from './use-recorded.js'

interface RecordedRequestProps extends RecordedOptions {
  target: Target
  /** Called when the response shows that the request has chosen its fault. */
  onChosen(): void
}

/** A request of the list with its response, and with buttons that repeat it. */
export function RecordedRequest({ target, onChosen, ...recorded }: RecordedRequestProps) {
  const { evidence, failure } = useRecorded(recorded)
  const wasChosen = evidence?.response !== undefined && isChosen(evidence.response)
  useEffect(() => {
    if (wasChosen) onChosen()
  }, [wasChosen])
  return (
    <RequestDetails
      evidence={evidence}
      failure={failure}
      hints={
        <Hints requestId={recorded.requestId} loaded={evidence?.hints}>
          {evidence?.request && <SendAgain target={target} request={evidence.request} testId="send-another" />}
        </Hints>
      }
    >
      {evidence?.request && <RequestActions target={target} request={evidence.request} />}
    </RequestDetails>
  )
}
