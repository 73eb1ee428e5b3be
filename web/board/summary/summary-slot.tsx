import { Failure } from '../../shared/service/failure.js'
import { summary as texts } from '../../texts/en/summary.js'
import { useLazyPart } from '../shell/use-lazy-part.js'
import type { SummaryProps } from './summary.js'

const load = async () => (await import('../rare-parts.js')).Summary

/** The summary, which is loaded when it is shown first. */
export function SummarySlot(props: SummaryProps) {
  const { Part, failure } = useLazyPart<SummaryProps>(true, load, texts.loadFailed)
  return (
    <>
      <Failure failure={failure} />
      {Part && <Part {...props} />}
    </>
  )
}

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
