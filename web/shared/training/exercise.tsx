import { useEffect, useState } from 'preact/hooks'
import type { Exercise as ExerciseData } from '../../../src/classroom/exercises/schemas.js'
import { training as texts } from '../../texts/en/training.js'
import { JumpLink } from '../parts/jump-link.js'
import { serverNow } from '../service/server-clock.js'
import { formatCountdown, formatTime } from '../text/format.js'
import { Markdown } from '../text/markdown.js'
import { WithCode } from '../text/with-code.js'

/** The exercise of a board or a class. */
export function Exercise({ exercise }: { exercise: ExerciseData }) {
  const { title, task, instructions, startsAt, endsAt, state } = exercise
  return (
    <section class="exercise" aria-labelledby="exercise" data-testid="exercise">
      <h2 id="exercise" dir="auto">
        {title ?? texts.exercise.heading}
      </h2>
      <p class="state" data-testid="exercise-state">
        {texts.exercise[state](formatTime(startsAt))}{' '}
        {endsAt !== null && state !== 'ended' && <Countdown end={endsAt} testId="exercise-countdown" />}
      </p>
      {task !== null && (
        <p dir="auto" data-testid="exercise-task">
          <WithCode text={task} />
        </p>
      )}
      {instructions !== null && <Markdown text={instructions} testId="exercise-instructions" />}
    </section>
  )
}

/** The link to the exercise, with its title, its state and the time that is left. */
export function ExerciseLink({ exercise: { title, startsAt, endsAt, state } }: { exercise: ExerciseData }) {
  return (
    <p class="to-exercise" data-testid="exercise-link">
      <JumpLink target="exercise">
        <bdi>{title ?? texts.exercise.heading}</bdi>
      </JumpLink>{' '}
      {/* After the end, a notice beside the link says so. */}
      {state !== 'ended' && texts.exercise[state](formatTime(startsAt))}{' '}
      {endsAt !== null && state !== 'ended' && <Countdown end={endsAt} />}
    </p>
  )
}

/** The time that is left until the end by the clock of the service. */
export function Countdown({ end, testId }: { end: string; testId?: string }) {
  useNow()
  return (
    <span role="timer" data-testid={testId}>
      {texts.exercise.left(formatCountdown(Date.parse(end) - serverNow()))}
    </span>
  )
}

/**
 * Returns the current time in milliseconds.
 *
 * @param interval the time between two updates, in milliseconds
 */
export function useNow(interval = 1000): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), interval)
    return () => clearInterval(timer)
  }, [interval])
  return now
}
