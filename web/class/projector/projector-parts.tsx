import { texts } from '../../texts/en/class.js'
import { VIEW_TITLES } from '../../texts/en/projector-views.js'
import { VIEWS, type View } from './use-projector-address.js'

const { projectorWindow: labels } = texts

interface ProjectorPartsProps {
  /** What the window shows. */
  shown: View | undefined
  onShow(view: View | undefined): void
}

/** Chooses what the projector window shows, so that the trainer need not go there. */
export function ProjectorParts({ shown, onShow }: ProjectorPartsProps) {
  return (
    <fieldset class="buttons projector-parts-choice">
      <legend>{labels.parts}</legend>
      {[undefined, ...VIEWS].map((view) => (
        <button
          key={view}
          type="button"
          class="quiet"
          aria-pressed={view === shown}
          onClick={() => onShow(view)}
          data-testid={`window-${view ?? 'usual'}`}
        >
          {view === undefined ? labels.usual : VIEW_TITLES[view]}
        </button>
      ))}
    </fieldset>
  )
}
