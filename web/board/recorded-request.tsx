import { RequestDetails } from '../shared/request-details.js'
import { Hints } from './hints.js'
import { RequestActions, type Target } from './request-actions.js'
import { type RecordedOptions, useRecorded } from './use-recorded.js'

/** A request of the list with its response, and with buttons that repeat it. */
export function RecordedRequest({ target, ...recorded }: RecordedOptions & { target: Target }) {
  const { evidence, failure } = useRecorded(recorded)
  return (
    <RequestDetails
      evidence={evidence}
      failure={failure}
      hints={<Hints requestId={recorded.requestId} loaded={evidence?.hints} />}
    >
      {evidence?.request && <RequestActions target={target} request={evidence.request} />}
    </RequestDetails>
  )
}
