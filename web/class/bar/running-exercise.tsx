import type { Exercise, ExerciseInput } from '../../../src/classroom/exercises/schemas.js'
import { ActionButton } from '../../shared/parts/action-button.js'
import { ConfirmButton } from '../../shared/parts/confirm-button.js'
import { bar as texts } from '../../texts/en/class-bar.js'
import { DURATIONS, endIn, endNow } from '../exercise/exercise-changes.js'

/** The minutes that one press adds. */
const MORE = 5

interface RunningExerciseProps {
  exercise: Exercise
  isPending: boolean
  onChange(change: (now: string) => ExerciseInput): void
}

/** Moves the end of an exercise that is running, or ends it. */
export function RunningExercise({ exercise, isPending, onChange }: RunningExerciseProps) {
  const { endsAt } = exercise
  return (
    <div class="buttons">
      {endsAt !== null && (
        <ActionButton
          type="button"
          class="quiet"
          isBlocked={isPending}
          onClick={() => onChange(() => endIn(exercise, endsAt, MORE))}
          data-testid="add-minutes"
        >
          {texts.more}
        </ActionButton>
      )}
      <span class="bar-label" id="end-in">
        {texts.endIn}
      </span>
      {DURATIONS.map((minutes) => (
        <ActionButton
          key={minutes}
          type="button"
          class="quiet"
          isBlocked={isPending}
          aria-describedby="end-in"
          onClick={() => onChange((now) => endIn(exercise, now, minutes))}
          data-testid={`end-in-${minutes}`}
        >
          {texts.minutes(minutes)}
        </ActionButton>
      ))}
      <ConfirmButton
        label={texts.end}
        question={texts.endQuestion}
        isBlocked={isPending}
        onConfirm={() => onChange((now) => endNow(exercise, now))}
        testId="end-now"
      />
    </div>
  )
}
