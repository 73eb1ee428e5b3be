import type { ChallengeList } from '../../../src/classroom/challenges/schemas.js'
import { formatRecent } from '../../shared/text/format.js'
import { texts } from '../../texts/en/class.js'

const { learner: labels } = texts

/** The solved challenges of a learner, the latest first, and the open ones. */
export function LearnerChallenges({ list: { challenges, total } }: { list: ChallengeList }) {
  const isSolved = ({ solved }: ChallengeList['challenges'][number]) => solved === true
  const solved = challenges
    .filter(isSolved)
    .toSorted((a, b) => (b.solvedAt as string).localeCompare(a.solvedAt as string))
  const open = challenges.filter((challenge) => !isSolved(challenge))
  return (
    <section aria-labelledby="learner-challenges">
      <h2 id="learner-challenges">{labels.challenges(solved.length, total)}</h2>
      <ul class="learner-challenges">
        {solved.map(({ name, title, solvedAt }) => (
          <li key={name} data-testid="solved-challenge">
            {title} <span class="hint">{formatRecent(solvedAt as string)}</span>
          </li>
        ))}
      </ul>
      {open.length > 0 && (
        <details>
          <summary data-testid="open-challenges">{labels.open(open.length)}</summary>
          <ul class="learner-challenges">
            {open.map(({ name, title }) => (
              <li key={name} data-testid="open-challenge">
                {title}
              </li>
            ))}
          </ul>
        </details>
      )}
    </section>
  )
}
