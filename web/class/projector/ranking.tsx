import type { ClassProjection } from '../../../src/management/projector/schemas.js'
import { texts } from '../../texts/en/projector.js'
import type { Ranking as RankingSetting } from './use-projector-address.js'

type Learner = ClassProjection['ranking'][number]

interface RankingProps {
  projection: ClassProjection
  setting: RankingSetting
}

/**
 * The learners with their points, the best first.
 *
 * @param props.max the number of learners that fit on a wall
 */
export function Ranking({ projection: { ranking }, setting, max }: RankingProps & { max: number }) {
  if (setting === 'off') return null
  const shown = ranking.slice(0, max)
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
            <span>
              {learner.points} <span class="hidden">{texts.ranking.unit}</span>
            </span>
            <span class="share" style={{ width: `${(learner.points / most) * 100}%` }} aria-hidden="true" />
          </li>
        ))}
      </ol>
      {ranking.length > max && <p class="hint">{texts.ranking.more(ranking.length - max)}</p>}
    </section>
  )
}

/** The number of names on a step of the podium. */
const NAMES_SHOWN = 3

interface PodiumProps extends RankingProps {
  onRanking(setting: RankingSetting): void
}

/** The learners with the three best numbers of points. Those with the same points share a step. */
export function Podium({ projection: { ranking }, setting, onRanking }: PodiumProps) {
  if (setting === 'off') {
    return (
      <div class="podium-off">
        <p>{texts.podium.off}</p>
        <p class="buttons">
          {(['anonymous', 'names'] as const).map((each) => (
            <button key={each} type="button" class="quiet" onClick={() => onRanking(each)} data-testid={`rank-${each}`}>
              {texts.podium.show[each]}
            </button>
          ))}
        </p>
      </div>
    )
  }
  const points = [...new Set(ranking.map((learner) => learner.points))].filter((each) => each > 0)
  // The best step is in the middle.
  const steps = [1, 0, 2].filter((index) => index < points.length)
  if (steps.length === 0) return <p>{texts.podium.empty}</p>
  return (
    <ul class="podium" data-testid="podium">
      {steps.map((index) => (
        <Step
          key={index}
          height={index + 1}
          learners={ranking.filter((learner) => learner.points === points[index])}
          setting={setting}
        />
      ))}
    </ul>
  )
}

/** @param props.height the place of the step in the podium, which can be better than that of its learners */
function Step({ height, learners, setting }: { height: number; learners: Learner[]; setting: RankingSetting }) {
  const [first] = learners as [Learner]
  const names = setting === 'names' ? learners.slice(0, NAMES_SHOWN) : []
  return (
    <li class={`step-${height}`} data-testid="podium-step">
      {setting === 'anonymous' && <span class="name">{texts.podium.anonymous(learners.length)}</span>}
      {names.map((learner) => (
        <span key={learner.board} class="name">
          {nameOf(learner, setting)}
        </span>
      ))}
      {names.length > 0 && learners.length > NAMES_SHOWN && (
        <span>{texts.podium.more(learners.length - NAMES_SHOWN)}</span>
      )}
      <span class="block">
        <strong>{first.place}</strong>
        <span>{texts.ranking.points(first.points)}</span>
      </span>
    </li>
  )
}

function nameOf({ name }: Learner, setting: RankingSetting) {
  return setting === 'names' && name !== null ? <bdi>{name}</bdi> : texts.ranking.anonymous
}
