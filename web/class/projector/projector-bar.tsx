import { texts } from '../../texts/en/projector.js'
import { useFullScreen } from './use-full-screen.js'
import { RANKINGS, type Ranking, VIEWS, type View } from './use-projector-address.js'

interface ProjectorBarProps {
  /** The name of the class. */
  name: string
  view: View
  ranking: Ranking
  onView(view: View): void
  onRanking(ranking: Ranking): void
  onClose(): void
}

/** The name of the class, and what the trainer can project. */
export function ProjectorBar({ name, view, ranking, onView, onRanking, onClose }: ProjectorBarProps) {
  const { isFull, toggle } = useFullScreen()
  return (
    <div class="projector-bar">
      <h1 dir="auto">{name}</h1>
      <nav class="buttons" aria-label={texts.bar.views}>
        {VIEWS.map((each) => (
          <button
            key={each}
            type="button"
            class="quiet"
            aria-pressed={each === view}
            onClick={() => onView(each)}
            data-testid={`show-${each}`}
          >
            {texts.views[each]}
          </button>
        ))}
      </nav>
      <p class="buttons">
        <label>
          {texts.ranking.heading}{' '}
          <select
            value={ranking}
            onChange={({ currentTarget }) => onRanking(currentTarget.value as Ranking)}
            data-testid="ranking-setting"
          >
            {RANKINGS.map((each) => (
              <option key={each} value={each}>
                {texts.ranking.settings[each]}
              </option>
            ))}
          </select>
        </label>
        {document.fullscreenEnabled && (
          <button type="button" class="quiet" onClick={toggle} aria-keyshortcuts="F" data-testid="full-screen">
            {isFull ? texts.bar.small : texts.bar.full}
          </button>
        )}
        <button type="button" class="quiet" onClick={onClose} data-testid="toggle-projector">
          {texts.bar.leave}
        </button>
      </p>
    </div>
  )
}
