import type { Score } from '../../../src/classroom/scores/schemas.js'
import { training as texts } from '../../texts/en/training.js'
import { formatRecent } from '../text/format.js'
import { WithCode } from '../text/with-code.js'

/** The faults that the learner has not reported. */
export function MissedFaults({ missed }: Pick<Score, 'missed'>) {
  return (
    <details data-testid="missed">
      <summary>{texts.score.missed(missed.length)}</summary>
      <ul class="missed-faults">
        {missed.map(({ fault, effect, number, requestId, time, method, route, status }) => (
          <li key={`${number} ${fault}`}>
            <p>
              <strong>{fault}</strong>: <WithCode text={effect} />
            </p>
            <p class="hint">
              <code>{`${method} ${route}`}</code>, {status}, {formatRecent(time)},{' '}
              <code class="request-id">{requestId}</code>
            </p>
          </li>
        ))}
      </ul>
    </details>
  )
}
