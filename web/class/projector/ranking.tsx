import type { ClassProjection } from '../../../src/classroom/projector/schemas.js'
import { drill as drillTexts } from '../../texts/en/drill.js'
import { texts } from '../../texts/en/projector.js'
import type { Ranking as RankingSetting } from './use-projector-address.js'

type Learner = ClassProjection['ranking'][number]

interface RankingProps {
  projection: ClassProjection
  /** Whether the exercise has a drill. */
  hasDrill: boolean
  setting: RankingSetting
}

/** Whether a learner has something that counts for a place. */
const isScored = ({ points, drill }: Learner) => points > 0 || drill !== null

/** Whether the exercise hides all that counts for a place until its end. */
export const hidesPlaces = ({ found, challenges }: ClassProjection) => found === null && challenges === 0

/** Writes what counts for the place of a learner: the score of a drill, and points, which a drill has only for challenges. */
function scoreText({ drill, points }: Learner, { hasDrill, projection: { challenges } }: RankingProps): string {
  const hasPoints = !hasDrill || challenges > 0
  const hasPercent = hasDrill && (drill !== null || !hasPoints)
  const shown = [hasPercent && drillTexts.percent(drill), hasPoints && texts.ranking.points(points)]
  return shown.filter(Boolean).join(', ')
}

/**
 * The learners with their points, the best first.
 *
 * @param props.max the number of learners that fit on a wall
 */
export function Ranking({ max, ...props }: RankingProps & { max: number }) {
  const { projection, hasDrill, setting } = props
  const { ranking } = projection
  if (setting === 'off') return null
  const shown = hidesPlaces(projection) ? [] : ranking.slice(0, max)
  const worth = ({ drill, points }: Learner) => (hasDrill ? (drill ?? 0) : points)
  const most = Math.max(1, ...shown.map(worth))
  return (
    <section class="projector-ranking" aria-labelledby="ranking">
      <h2 id="ranking">{texts.ranking.heading}</h2>
      {shown.length === 0 && <p class="hint">{hidesPlaces(projection) ? texts.ranking.hidden : texts.ranking.empty}</p>}
      <ol data-testid="ranking">
        {shown.map((learner) => (
          <li key={learner.board} data-testid="ranked">
            <span class="place">{isScored(learner) && `${learner.place}.`}</span>
            <span class="name">{nameOf(learner, setting)}</span>
            <span>
              {hasDrill ? (
                scoreText(learner, props)
              ) : (
                <>
                  {learner.points} <span class="hidden">{texts.ranking.unit}</span>
                </>
              )}
            </span>
            <span class="share" style={{ width: `${(worth(learner) / most) * 100}%` }} aria-hidden="true" />
          </li>
        ))}
      </ol>
      {ranking.length > max && shown.length > 0 && <p class="hint">{texts.ranking.more(ranking.length - max)}</p>}
    </section>
  )
}

/** The number of names on a step of the podium. */
const NAMES_SHOWN = 3

interface PodiumProps extends RankingProps {
  onRanking(setting: RankingSetting): void
}

/** The learners on the three best places. Those on the same place share a step. */
export function Podium({ onRanking, ...props }: PodiumProps) {
  const { projection, hasDrill, setting } = props
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
  const scored = hidesPlaces(projection) ? [] : projection.ranking.filter(isScored)
  const places = [...new Set(scored.map(({ place }) => place))]
  // The best step is in the middle.
  const steps = [1, 0, 2].filter((index) => index < places.length)
  if (steps.length === 0) {
    const reason = hidesPlaces(projection) ? 'hidden' : hasDrill ? 'noRun' : 'empty'
    return <p data-testid="podium-empty">{texts.podium[reason]}</p>
  }
  return (
    <ul class="podium" data-testid="podium">
      {steps.map((index) => (
        <Step
          key={index}
          height={index + 1}
          learners={scored.filter(({ place }) => place === places[index])}
          {...props}
        />
      ))}
    </ul>
  )
}

/** @param props.height the place of the step in the podium, which can be better than that of its learners */
function Step({ height, learners, ...props }: RankingProps & { height: number; learners: Learner[] }) {
  const { setting } = props
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
        <span>{scoreText(first, props)}</span>
      </span>
    </li>
  )
}

function nameOf({ name }: Learner, setting: RankingSetting) {
  return setting === 'names' && name !== null ? <bdi>{name}</bdi> : texts.ranking.anonymous
}
