import { explain401 } from '../shared/api.js'
import { Exercise } from '../shared/exercise.js'
import { Failure } from '../shared/failure.js'
import { Field } from '../shared/field.js'
import { Score } from '../shared/score.js'
import { useRequest } from '../shared/use-request.js'
import { board as texts } from '../texts/en/board.js'
import { DefectForm } from './defect-form.js'
import type { Exchange } from './exchange.js'
import { RequestRow, type Shown } from './request-row.js'
import type { Training } from './use-training.js'

const { panel } = texts

interface PanelProps {
  training: Training
  /** The requests that this page has sent for the user. */
  exchanges: readonly Exchange[]
}

/** The requests to a private board, with its exercise and its score. */
export function TrainingPanel({ training, exchanges }: PanelProps) {
  const { requests, exercise, score, ownerToken } = training
  // Show all parts at once, because parts that appear one by one move the others.
  if (score === undefined) return <aside class="panel" aria-label={panel.label} aria-busy="true" data-testid="panel" />
  return (
    <aside class="panel" aria-label={panel.label} data-testid="panel">
      {exercise !== null && <Exercise exercise={exercise} />}
      <Score score={score} />
      <DefectForm />
      <OwnerForm training={training} />
      <section aria-labelledby="requests">
        <h2 id="requests">{panel.requests}</h2>
        <p class="hint">{panel.lead}</p>
        {requests.length === 0 && <p class="hint">{panel.none}</p>}
        <ol class="requests" data-testid="requests">
          {requests.map((request) => (
            <RequestRow
              key={request.number}
              request={request}
              known={exchanges.find(({ requestId }) => requestId === request.requestId)}
              canClaim={request.path.startsWith('/api/buggy/') && exercise?.state !== 'ended'}
              longest={longestOf(requests)}
              token={ownerToken}
            />
          ))}
        </ol>
      </section>
    </aside>
  )
}

/** The requests that this page has sent to the default board, which has no public journal. */
export function ExchangesPanel({ exchanges }: Pick<PanelProps, 'exchanges'>) {
  return (
    <aside class="panel" aria-label={panel.label} data-testid="panel">
      <section aria-labelledby="requests">
        <h2 id="requests">{panel.requests}</h2>
        <p class="hint">{panel.defaultBoard}</p>
        {exchanges.length === 0 && <p class="hint">{panel.none}</p>}
        <ol class="requests" data-testid="requests">
          {exchanges.map((entry) => (
            <RequestRow
              key={`${entry.time} ${entry.requestId}`}
              request={describe(entry)}
              known={entry}
              canClaim={false}
              longest={longestOf(exchanges)}
            />
          ))}
        </ol>
      </section>
    </aside>
  )
}

function describe({ method, path, status = 0, size, duration, requestId }: Exchange): Shown {
  const [start = '', query = null] = path.split('?')
  return { method, path: start, query, status, size, duration, requestId: requestId ?? '', changed: null, claims: [] }
}

function longestOf(requests: readonly { duration: number }[]): number {
  return Math.max(1, ...requests.map(({ duration }) => duration))
}

/** Shows the faults to the owner of the board. */
function OwnerForm({ training: { ownerToken, signIn } }: { training: Training }) {
  const { isPending, failure, run } = useRequest<void>()
  function submit(event: SubmitEvent) {
    event.preventDefault()
    const token = new FormData(event.currentTarget as HTMLFormElement).get('token') as string
    run(() => explain401(signIn(token), panel.notOwner))
  }
  if (ownerToken !== undefined) {
    return (
      <p class="hint" data-testid="is-owner">
        {panel.isOwner}{' '}
        <button type="button" class="quiet" onClick={() => run(() => signIn(undefined))} data-testid="owner-sign-out">
          {panel.signOut}
        </button>
      </p>
    )
  }
  return (
    <details>
      <summary data-testid="owner">{panel.owner}</summary>
      <form onSubmit={submit} data-testid="owner-form">
        <Field
          label={panel.ownerToken}
          name="token"
          type="password"
          autocomplete="off"
          required
          testId="owner-form-token"
        />
        <button type="submit" class="quiet" disabled={isPending} data-testid="owner-sign-in">
          {panel.showFaults}
        </button>
        <Failure failure={failure} />
      </form>
    </details>
  )
}
