import type { ClassDebrief } from '../../../../src/classroom/projector/schemas.js'
import { texts } from '../../../texts/en/projector.js'

const { debrief: labels } = texts

type Challenge = ClassDebrief['challenges'][number]

/** The number of challenges in each list that fit on a wall. */
const SHOWN = 4

interface DebriefChallengesProps {
  debrief: ClassDebrief
  /** The names of learners by the ids of their boards. It is empty if the trainer projects no names. */
  names: ReadonlyMap<string, string | null>
}

/** The challenges that most and fewest learners have solved, with their solutions where the exercise shows them. */
export function DebriefChallenges({ debrief: { learners, challenges }, names }: DebriefChallengesProps) {
  const most = challenges.filter(({ solved }) => solved > 0).slice(0, SHOWN)
  const least = challenges
    .filter((challenge) => !most.includes(challenge))
    .sort((one, other) => one.solved - other.solved)
    .slice(0, SHOWN)
  return (
    <div class="debrief-challenges">
      {most.length > 0 && (
        <List heading={labels.most} challenges={most} learners={learners} names={names} testId="most-solved" />
      )}
      {least.length > 0 && (
        <List heading={labels.least} challenges={least} learners={learners} names={names} testId="least-solved" />
      )}
    </div>
  )
}

interface ListProps extends Pick<DebriefChallengesProps, 'names'> {
  heading: string
  challenges: readonly Challenge[]
  learners: number
  testId: string
}

function List({ heading, challenges, learners, names, testId }: ListProps) {
  return (
    <section aria-labelledby={testId}>
      <h3 id={testId}>{heading}</h3>
      <ol data-testid={testId}>
        {challenges.map(({ name, title, solved, first, solution }) => {
          const learner = first && names.get(first.board)
          return (
            <li key={name} data-testid="debriefed-challenge">
              <strong>{title}</strong>
              <p>
                {labels.solved(solved, learners)}
                {learner && <> {labels.first(<bdi>{learner}</bdi>)}</>}
              </p>
              {solution !== null && (
                <details>
                  <summary data-testid="reveal-solution">{labels.solution}</summary>
                  <pre>
                    <code data-testid="debrief-solution">{solution}</code>
                  </pre>
                </details>
              )}
            </li>
          )
        })}
      </ol>
    </section>
  )
}
