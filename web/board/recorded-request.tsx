import { useEffect, useState } from 'preact/hooks'
import { RequestDetails } from '../shared/request-details.js'
import { isChosen } from './exchange.js'
import { type HintState, Hints } from './hints.js'
import { RequestActions } from './request-actions.js'
import { SendAgain, type Target } from './send-again.js'
import { type RecordedOptions, useRecorded } from './use-recorded.js'

interface RecordedRequestProps extends RecordedOptions {
  target: Target
  /** Called when the response shows that the request has chosen its fault. */
  onChosen(): void
  /** Called with the id of a new request, which repeats this one. */
  onSent(requestId: string | null): void
}

/** A request of the list with its response, and with buttons that repeat it. */
export function RecordedRequest({ target, onChosen, onSent, ...recorded }: RecordedRequestProps) {
  const { evidence, failure } = useRecorded(recorded)
  const [latest, setLatest] = useState<HintState>()
  const loaded = evidence?.hints
  // A request that was loaded before the latest hint can arrive after it.
  const hints = loaded && latest && latest.taken.length > loaded.taken.length ? latest : loaded
  const wasChosen = evidence?.response !== undefined && isChosen(evidence.response)
  useEffect(() => {
    if (wasChosen) onChosen()
  }, [wasChosen])
  return (
    <RequestDetails
      evidence={evidence && { ...evidence, ...(hints && { hints }) }}
      failure={failure}
      hints={
        <Hints requestId={recorded.requestId} hints={hints} onTaken={setLatest}>
          {evidence?.request && (
            <SendAgain target={target} request={evidence.request} onSent={onSent} testId="send-another" />
          )}
        </Hints>
      }
    >
      {evidence?.request && <RequestActions target={target} request={evidence.request} onSent={onSent} />}
    </RequestDetails>
  )
}
