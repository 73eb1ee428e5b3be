import type { ClassProjection } from '../../../src/management/projector/schemas.js'
import { texts } from '../../texts/en/projector.js'
import type { Ranking as RankingSetting } from './use-projector-address.js'

/** The number of learners in the list. More do not fit on a wall. */
const SHOWN = 10

type Learner = ClassProjection['ranking'][number]

interface RankingProps {
  projection: ClassProjection
  setting: RankingSetting
}

/** The learners with their points, the best first. */
export function Ranking({ projection: { ranking }, setting }: RankingProps) {
  if (setting === 'off') return null
  const shown = ranking.slice(0, SHOWN)
  const most = Math.max(1, ...shown.map(({ points }) => points))
  return (
    <section class="projector-ranking" aria-labelledby="ranking">
      <h2 id="ranking">{texts.ranking.heading}</h2>
      {shown.length === 0 && <p class="hint">{texts.ranking.empty}</p>}
      <ol data-testid="ranking">
        {shown.map((learner) => (
          <li key={learner.board} data-testid="ranked">
            <span class="place">{learner.place}.</span>
            <span class="name">{nameOf(learner, setting)}</span>
            <span class="points">{texts.ranking.points(learner.points)}</span>
            <span class="share" style={{ width: `${(learner.points / most) * 100}%` }} aria-hidden="true" />
          </li>
        ))}
      </ol>
      {ranking.length > SHOWN && <p class="hint">{texts.ranking.more(ranking.length - SHOWN)}</p>}
    </section>
  )
}

/** The three best learners. */
export function Podium({ projection: { ranking }, setting }: RankingProps) {
  if (setting === 'off') return <p class="hint">{texts.podium.off}</p>
  // The best one stands in the middle.
  const [first, second, third] = ranking.filter(({ points }) => points > 0)
  const steps = [second, first, third].filter((learner) => learner !== undefined)
  if (steps.length === 0) return <p>{texts.podium.empty}</p>
  return (
    <ul class="podium" data-testid="podium">
      {steps.map((learner) => (
        <li
          key={learner.board}
          class={`step-${learner === first ? 1 : learner === second ? 2 : 3}`}
          data-testid="podium-step"
        >
          <span class="name">{nameOf(learner, setting)}</span>
          <span class="block">
            <strong>{learner.place}</strong>
            <span>{texts.ranking.points(learner.points)}</span>
          </span>
        </li>
      ))}
    </ul>
  )
}

function nameOf({ name }: Learner, setting: RankingSetting) {
  return setting === 'names' && name !== null ? <bdi>{name}</bdi> : texts.ranking.anonymous
}
