import { board as texts } from '../../texts/en/board.js'

/** The id of the text that says why the board cannot be changed. */
export const FROZEN_ID = 'frozen'

/** Says that the class is frozen. Screen readers announce it when that happens. */
export function FrozenNotice({ isFrozen }: { isFrozen: boolean }) {
  return (
    <div role="status" data-testid="frozen">
      {isFrozen && (
        <p class="notice" id={FROZEN_ID}>
          {texts.frozen}
        </p>
      )}
    </div>
  )
}
