import { useEffect, useState } from 'preact/hooks'
import { RequestDetails } from '../../shared/request-details/request-details.js'
import { requests } from '../../texts/en/requests.js'
import { type HintState, Hints } from '../claims/hints.js'
import { isChosen } from '../service/exchange.js'
import { type RecordedOptions, useRecorded } from '../service/use-recorded.js'
import { MakeTest } from './make-test/make-test.js'
import { RequestActions } from './request-actions.js'
import { SendAgain, type Target } from './send-again.js'

interface RecordedRequestProps extends RecordedOptions {
  target: Target
  /** Opens the form that reports a fault; `undefined` if it is open, or if there is a report. */
  onReport: (() => void) | undefined
  /** Whether the user has reported a fault, so that the next one needs another response. */
  isClaimed: boolean
  /** Called with the faults that a hint has named. */
  onNamed(faults: readonly string[]): void
  /** Called when the response shows that the request has chosen its fault. */
  onChosen(): void
  /** Called with the id of a new request, which repeats this one. */
  onSent(requestId: string | null): void
}

/** A request of the list with its response, and with buttons that repeat it. */
export function RecordedRequest(props: RecordedRequestProps) {
  const { target, onReport, isClaimed, onNamed, onChosen, onSent, ...recorded } = props
  const { evidence, failure } = useRecorded(recorded)
  const [latest, setLatest] = useState<HintState>()
  const loaded = evidence?.hints
  // A request that was loaded before the latest hint can arrive after it.
  const hints = loaded && latest && latest.taken.length > loaded.taken.length ? latest : loaded
  const wasChosen = evidence?.response !== undefined && isChosen(evidence.response)
  useEffect(() => {
    if (wasChosen) onChosen()
  }, [wasChosen])
  useEffect(() => {
    if (hints !== undefined) onNamed(hints.faults)
  }, [hints])
  const another = evidence?.request && (
    <SendAgain target={target} request={evidence.request} onSent={onSent} testId="send-another" />
  )
  return (
    <RequestDetails
      evidence={evidence && { ...evidence, ...(hints && { hints }) }}
      failure={failure}
      justTaken={latest?.taken.length}
      hints={
        <>
          <Hints requestId={recorded.requestId} hints={hints} onTaken={setLatest} onReport={onReport}>
            {another}
          </Hints>
          {isClaimed && !hints?.correct && (
            <p class="request-actions">
              {another} <span class="hint">{requests.next}</span>
            </p>
          )}
        </>
      }
    >
      {evidence?.request && (
        <RequestActions target={target} request={evidence.request} onSent={onSent}>
          <MakeTest target={target} {...recorded} />
        </RequestActions>
      )}
    </RequestDetails>
  )
}
