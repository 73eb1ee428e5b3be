import { summary as texts } from '../../texts/en/summary.js'
import { lazyPart } from '../shell/lazy-part.js'

/** The summary. */
export const SummarySlot = lazyPart(async () => (await import('../rare-parts.js')).Summary, texts.loadFailed)

/** The notice that the exercise has ended, with the button that opens the summary. */
export function SummaryNotice({ onOpen }: { onOpen(): void }) {
  return (
    <p class="notice summary-notice" data-testid="summary-notice">
      {texts.ended}{' '}
      <button type="button" class="link" onClick={onOpen} data-testid="open-summary">
        {texts.open}
      </button>
    </p>
  )
}
