import { useEffect, useRef, useState } from 'preact/hooks'
import { Markdown } from '../../shared/text/markdown.js'
import { board } from '../../texts/en/board.js'
import { summary } from '../../texts/en/summary.js'
import { training as texts } from '../../texts/en/training.js'
import type { Training } from '../service/use-training.js'

/** How long news stays, in milliseconds, unless the user points at it or its buttons have the focus. */
const DURATION = 20_000

interface NewsProps {
  training: Training
  /** Opens the summary; `undefined` while it is shown. */
  onSummary: (() => void) | undefined
}

/**
 * Shows a new message of the trainer, and that the exercise has ended, over the page, to users who do not see the notices
 * above the columns, for some time or until the user sees the notice. Screen readers announce the notice of a message themselves.
 */
export function News({ training: { exercise, score }, onSummary }: NewsProps) {
  const isLoaded = score !== undefined
  const message = exercise?.message ?? null
  const [isMessageNew, forgetMessage] = useNews(message, 'message', isLoaded)
  const [isEndNew, forgetEnd] = useNews(exercise?.state === 'ended' ? 'ended' : null, 'summary-notice', isLoaded)
  return (
    <>
      {message !== null && isMessageNew && (
        <aside class="toast" aria-label={texts.exercise.message} data-testid="message-toast">
          <strong>{texts.exercise.message}</strong>
          <Markdown text={message} testId="message-toast-text" />
          <p class="buttons">
            <button type="button" class="quiet" onClick={forgetMessage} data-testid="close-message-toast">
              {board.close}
            </button>
          </p>
        </aside>
      )}
      <div role="status">
        {isEndNew && onSummary && (
          <aside class="toast" aria-label={summary.ended} data-testid="end-toast">
            <strong>{summary.ended}</strong>
            <p class="buttons">
              <button
                type="button"
                class="link"
                onClick={() => {
                  forgetEnd()
                  onSummary()
                }}
                data-testid="open-summary-toast"
              >
                {summary.open}
              </button>
              <button type="button" class="quiet" onClick={forgetEnd} data-testid="close-end-toast">
                {board.close}
              </button>
            </p>
          </aside>
        )}
      </div>
    </>
  )
}

/**
 * Notices when a text appears or changes after the page was loaded, while its notice in the page is out of sight.
 *
 * @param text `null` without one
 * @param notice the `data-testid` of the notice
 * @returns whether there is news, and a function that forgets it
 */
function useNews(text: string | null, notice: string, isLoaded: boolean) {
  const [isNew, setNew] = useState(false)
  const before = useRef<string | null>(undefined)
  useEffect(() => {
    if (!isLoaded || text === before.current) return
    setNew(before.current !== undefined && text !== null && isOutOfSight(notice))
    before.current = text
  }, [isLoaded, text])
  useEffect(() => {
    if (!isNew) return
    const timer = setInterval(
      () => !document.querySelector('.toast:is(:hover, :focus-within)') && setNew(false),
      DURATION,
    )
    const observer = new IntersectionObserver(() => !isOutOfSight(notice) && setNew(false))
    const element = document.querySelector(`[data-testid=${notice}]`)
    if (element !== null) observer.observe(element)
    return () => {
      clearInterval(timer)
      observer.disconnect()
    }
  }, [isNew, text])
  return [isNew, () => setNew(false)] as const
}

/** Whether an element is outside the window, hidden, or behind a dialog. */
function isOutOfSight(testId: string): boolean {
  const box = document.querySelector(`[data-testid=${testId}]`)?.getBoundingClientRect()
  const isInWindow = box !== undefined && box.height > 0 && box.bottom > 0 && box.top < window.innerHeight
  return !isInWindow || document.querySelector('dialog[open]') !== null
}
