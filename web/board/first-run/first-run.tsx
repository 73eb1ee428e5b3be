import { useEffect, useRef, useState } from 'preact/hooks'
import { useStored } from '../../shared/browser/use-stored.js'
import { WithCode } from '../../shared/text/with-code.js'
import { firstRun as texts } from '../../texts/en/first-run.js'
import { SENT } from '../service/board-facts.js'
import { REQUESTS_MAX, type Training } from '../service/use-training.js'
import { chooseTab } from '../shell/panel-tabs.js'
import { doneSteps, type StepName, stepsFor } from './first-steps.js'

interface FirstRunProps {
  training: Training
  /** Whether the board has challenges. */
  hasChallenges: boolean
  /** Starts a step. */
  onStart(step: StepName): void
}

/**
 * The first steps on a board that is not used yet. What happens on the board ticks them off. When they are done or hidden,
 * this browser does not show them again.
 */
export function FirstRun({ training: { requests, score }, hasChallenges, onStart }: FirstRunProps) {
  const [isHidden, setHidden] = useStored<boolean>('first-run hidden', 'localStorage')
  const [steps] = useState(() => stepsFor(location.hash))
  const done = doneSteps(requests)
  const current = steps.find((step) => !done.has(step))
  const isLoaded = score !== undefined
  const isUsed = score?.state === 'ended' || (isLoaded ? requests.length : SENT.requests) >= REQUESTS_MAX
  /** Whether the user has seen a step that was not done. */
  const wasOpen = useRef(false)
  useEffect(() => {
    if (!isLoaded) return
    if (current !== undefined && !isUsed) wasOpen.current = true
    else if (!wasOpen.current) setHidden(true)
  }, [isLoaded, current, isUsed])
  // The steps are there from the start, because they would move the board down later.
  if (isHidden || isUsed) return null
  function hide() {
    setHidden(true)
    document.getElementById('new-task')?.focus()
  }
  return (
    <section class="first-run" aria-labelledby="first-run" aria-busy={!isLoaded} data-testid="first-run">
      <h2 id="first-run">{current === undefined ? texts.finished : texts.heading}</h2>
      <button type="button" class="quiet" onClick={hide} data-testid="hide-first-run">
        {texts.hide}
      </button>
      <ol>
        {steps.map((step) => (
          <Step key={step} step={step} state={done.has(step) ? 'done' : step === current ? 'current' : 'open'} />
        ))}
      </ol>
      {current && <NextStep step={current} onStart={onStart} />}
      {current === undefined && hasChallenges && (
        <p>
          <button
            type="button"
            onClick={() => {
              setHidden(true)
              chooseTab('challenges')
            }}
            data-testid="to-first-challenge"
          >
            {texts.toChallenges}
          </button>
        </p>
      )}
      <News steps={steps} done={done} current={current} />
    </section>
  )
}

function Step({ step, state }: { step: StepName; state: keyof typeof texts.states }) {
  return (
    <li class={`step is-${state}`} data-testid="first-step" data-step={step} data-state={state}>
      <span class="step-mark" role="img" aria-label={texts.states[state]} />
      <strong>{texts.steps[step].title}</strong>
    </li>
  )
}

/** What to do next, with the button that starts it. */
function NextStep({ step, onStart }: { step: StepName; onStart(step: StepName): void }) {
  const { text, action } = texts.steps[step]
  return (
    <div class="next-step">
      <p>
        <WithCode text={text} />
      </p>
      <button type="button" onClick={() => onStart(step)} data-testid="start-step">
        {action}
      </button>
    </div>
  )
}

interface NewsProps {
  steps: readonly StepName[]
  done: ReadonlySet<StepName>
  current: StepName | undefined
}

/** Tells screen readers which step was done. */
function News({ steps, done, current }: NewsProps) {
  const before = useRef(done)
  const text = useRef('')
  const added = steps.find((step) => done.has(step) && !before.current.has(step))
  before.current = done
  if (added !== undefined) text.current = texts.news(texts.steps[added].title, current && texts.steps[current].title)
  return (
    <p class="hidden" role="status" data-testid="first-run-news">
      {text.current}
    </p>
  )
}
