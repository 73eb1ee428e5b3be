import type { ClassProjection } from '../../../src/classroom/projector/schemas.js'
import { texts } from '../../texts/en/projector.js'
import { namesFor } from './names-for.js'
import type { Ranking } from './use-projector-address.js'

/** The number of entries that the feed shows. */
const SHOWN = 5

interface FeedProps {
  projection: ClassProjection
  setting: Ranking
}

/** Who was the first to find a fault or to solve a challenge. Without names, it says only that it happened. */
export function Feed({ projection, setting }: FeedProps) {
  const { firsts } = projection
  const names = namesFor(setting, projection)
  return (
    <section class="projector-feed" aria-labelledby="feed">
      <h2 id="feed">{texts.feed.heading}</h2>
      {firsts.length === 0 && <p class="hint">{texts.feed.empty}</p>}
      <ol aria-live="polite" data-testid="feed">
        {firsts.slice(0, SHOWN).map(({ kind, name, title, board }) => {
          const learner = names.get(board)
          return (
            <li key={`${kind} ${name}`} data-testid="feed-entry">
              {learner ? texts.feed.named[kind](<bdi>{learner}</bdi>, title) : texts.feed.anonymous[kind](title)}
            </li>
          )
        })}
      </ol>
      {firsts.length > SHOWN && <p class="hint">{texts.ranking.more(firsts.length - SHOWN)}</p>}
    </section>
  )
}
