import { useEffect, useRef, useState } from 'preact/hooks'
import type { ClassBoard } from '../../../src/classroom/classes/schemas.js'
import type { Exercise, ExerciseInput } from '../../../src/classroom/exercises/schemas.js'
import { useReplacedFocus } from '../../shared/browser/focus.js'
import { saveFile } from '../../shared/browser/save-file.js'
import { ActionButton } from '../../shared/parts/action-button.js'
import { send } from '../../shared/service/api.js'
import { Failure } from '../../shared/service/failure.js'
import { useRequest } from '../../shared/service/use-request.js'
import { formatRecent } from '../../shared/text/format.js'
import { Countdown } from '../../shared/training/exercise.js'
import { bar as texts } from '../../texts/en/class-bar.js'
import type { Draft } from '../exercise/draft.js'
import { hasResults, startNow } from '../exercise/exercise-changes.js'
import { useClass } from '../service/class-api.js'
import { readServerTime } from '../service/server-time.js'
import type { ClassFacts } from '../service/use-class-events.js'
import { MessageForm } from './message-form.js'
import { RunningExercise } from './running-exercise.js'
import { StartExercise } from './start-exercise.js'

/** How long the bar says what was done, in milliseconds. */
const NOTICE_DURATION = 20_000

interface ClassBarProps {
  facts: ClassFacts
  learners: readonly ClassBoard[]
  /** What the user has entered in the form of the exercise, but not saved. */
  draft: Draft | undefined
  /** Opens the debrief on the projector. */
  onDebrief(): void
}

/** The bar at the top of the page: it starts and ends the exercise, freezes the class, and exports the scores. */
export function ClassBar({ facts, learners, draft, onDebrief }: ClassBarProps) {
  const { name, createdAt, exercise, frozen } = facts
  const api = useClass()
  const { isPending, failure, run } = useRequest<void>()
  const [isWriting, setWriting] = useState(false)
  const [notice, setNotice] = useState<string>()
  const opener = useRef<HTMLButtonElement>(null)

  useEffect(() => {
    if (notice === undefined) return
    const timer = setTimeout(() => setNotice(undefined), NOTICE_DURATION)
    return () => clearTimeout(timer)
  }, [notice])

  // The buttons of another state replace the one that was pressed.
  useReplacedFocus(exercise?.state, 'class-bar')

  /** @param change returns the changed exercise for the time of the service */
  const changeExercise = (change: (now: string) => ExerciseInput) =>
    run(async () => void (await api.send('PUT', '/exercise', change(await readServerTime()))))

  const freeze = () => run(async () => void (await api.send('PATCH', '', { frozen: !frozen })))

  const exportScores = () =>
    run(async () => {
      const bytes = await send<Blob>('GET', `/classes/${api.id}/scores.csv`, { token: api.token, as: 'blob' })
      const day = (exercise?.startsAt ?? createdAt).slice(0, 10)
      saveFile(bytes, `scores ${name} ${day}.csv`)
    })

  function closeMessage(done: string) {
    setWriting(false)
    setNotice(done)
    opener.current?.focus()
  }

  return (
    <section class="class-bar" id="class-bar" tabIndex={-1} aria-label={texts.label} data-testid="class-bar">
      <State exercise={exercise} />
      {exercise?.state === 'ended' && (
        <button type="button" onClick={onDebrief} data-testid="open-debrief">
          {texts.debrief}
        </button>
      )}
      {exercise?.state === 'running' ? (
        <RunningExercise exercise={exercise} isPending={isPending} onChange={changeExercise} />
      ) : (
        <StartExercise
          state={exercise?.state}
          hasResults={hasResults(exercise, learners)}
          isPending={isPending}
          proposed={draft?.minutes}
          label={exercise === undefined && draft === undefined ? texts.startWithoutTask : texts.start}
          onStart={(minutes) =>
            draft === undefined ? changeExercise((now) => startNow(exercise, now, minutes)) : draft.start(minutes)
          }
        />
      )}
      <p class="buttons bar-end">
        <button
          type="button"
          class={exercise === undefined ? '' : 'quiet'}
          onClick={openExercise}
          data-testid="open-exercise"
        >
          {exercise === undefined ? texts.setUp : texts.changeExercise}
        </button>
        <button
          ref={opener}
          type="button"
          class="quiet"
          aria-expanded={isWriting}
          onClick={() => {
            setWriting(!isWriting)
            setNotice(undefined)
          }}
          data-testid="open-message"
        >
          {exercise?.message == null ? texts.message.open : texts.message.change}
        </button>
        <ActionButton type="button" class="quiet" isBlocked={isPending} onClick={freeze} data-testid="freeze">
          {frozen ? texts.unfreeze : texts.freeze}
        </ActionButton>
        <ActionButton type="button" class="quiet" isBlocked={isPending} onClick={exportScores} data-testid="export">
          {texts.export}
        </ActionButton>
      </p>
      {frozen && exercise?.state === 'running' && exercise.endsAt !== null && (
        <p class="hint" data-testid="frozen-clock">
          {texts.frozenClock}
        </p>
      )}
      {isWriting && <MessageForm exercise={exercise} onDone={closeMessage} />}
      <p role="status" class="bar-notice" data-testid="message-sent">
        {notice}
      </p>
      <Failure failure={failure} />
    </section>
  )
}

/** Opens the form of the exercise, which begins with the templates. */
function openExercise() {
  const details = document.getElementById('exercise-settings') as HTMLDetailsElement
  details.open = true
  details.querySelector('button')?.focus()
}

/** Whether the exercise runs, with the time that is left. */
function State({ exercise }: { exercise: Exercise | undefined }) {
  const state = exercise?.state ?? 'none'
  return (
    <p class={`bar-state ${state}`} data-testid="bar-state">
      <strong>{texts.states[state]}</strong>{' '}
      {state === 'pending' && texts.from(formatRecent((exercise as Exercise).startsAt))}
      {state === 'running' &&
        (exercise?.endsAt == null ? texts.noEnd : <Countdown end={exercise.endsAt} testId="bar-countdown" />)}
    </p>
  )
}
