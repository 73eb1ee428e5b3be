import { useEffect, useRef } from 'preact/hooks'
import { challenges as texts } from '../../texts/en/challenges.js'
import { groupChallenges, nextChallenge } from './group-challenges.js'
import type { Challenges } from './use-challenges.js'

/** How long a celebration stays, in milliseconds, unless the user points at it or its buttons have the focus. */
const DURATION = 10_000

interface CelebrationProps {
  challenges: Challenges
  /** Goes to the challenges. */
  onNext(): void
}

/** Celebrates a solved challenge, and leads to the next one. Screen readers announce it when they are idle. */
export function Celebration({ challenges: { list, solved, clearSolved }, onNext }: CelebrationProps) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (solved.length === 0) return
    const timer = setInterval(() => box.current?.matches(':hover, :focus-within') === false && clearSolved(), DURATION)
    return () => clearInterval(timer)
  }, [solved])
  const [first] = solved
  const groups = list === undefined ? [] : groupChallenges(list, 'path')
  const next = nextChallenge(groups)
  return (
    <>
      <div class="hidden" role="status" data-testid="celebration-status">
        {first &&
          `${texts.solvedAll(first.title, solved.length - 1)} ${texts.badgeLabel(list?.solved ?? 0, list?.total ?? 0)}.`}
      </div>
      {first && list && (
        <aside ref={box} key={first.name} class="celebration" aria-label={texts.news} data-testid="celebration">
          <span class="celebration-mark" aria-hidden="true" />
          <p>
            <strong>{texts.solvedAll(first.title, solved.length - 1)}</strong>{' '}
            <span class="hint">{texts.badgeLabel(list.solved, list.total)}</span>
          </p>
          <p class="buttons">
            {next ? (
              <button
                type="button"
                class="link"
                onClick={() => {
                  clearSolved()
                  onNext()
                }}
                data-testid="next-challenge"
              >
                {texts.next(next.title)}
              </button>
            ) : (
              texts.allSolved
            )}
            <button type="button" class="quiet" onClick={clearSolved} data-testid="close-celebration">
              {texts.close}
            </button>
          </p>
        </aside>
      )}
    </>
  )
}
