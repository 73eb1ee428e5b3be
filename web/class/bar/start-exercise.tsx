import { useEffect, useState } from 'preact/hooks'
import type { Exercise } from '../../../src/classroom/exercises/schemas.js'
import { ActionButton } from '../../shared/parts/action-button.js'
import { ConfirmButton } from '../../shared/parts/confirm-button.js'
import { bar as texts } from '../../texts/en/class-bar.js'
import { DURATIONS } from '../exercise/exercise-changes.js'

interface StartExerciseProps {
  /** The state of the exercise; `undefined` if there is none. */
  state: Exercise['state'] | undefined
  /** Whether learners have results, which the exercise deletes. */
  hasResults: boolean
  /** The text of the button that starts the first exercise. */
  label: string
  isPending: boolean
  /** The duration of the template in the form of the exercise, in minutes. */
  proposed: number | undefined
  onStart(minutes: number | null): void
}

/** Starts an exercise that is not running. It asks before it deletes results of learners. */
export function StartExercise({ state, hasResults, label, isPending, proposed, onStart }: StartExerciseProps) {
  const [chosen, setChosen] = useState<number | null>()
  // Another template proposes its own duration.
  useEffect(() => setChosen(undefined), [proposed])
  const minutes = chosen === undefined ? (proposed ?? 30) : chosen
  const offered = new Set<number>(proposed === undefined ? DURATIONS : [...DURATIONS, proposed])
  const start = () => onStart(minutes)
  return (
    <div class="buttons bar-start">
      <fieldset class="durations">
        <legend class="hidden">{texts.duration}</legend>
        {[...offered, null].map((value) => (
          <label key={value}>
            <input
              type="radio"
              name="duration"
              checked={minutes === value}
              onChange={() => setChosen(value)}
              data-testid={`duration-${value ?? 'none'}`}
            />
            {value === null ? texts.noLimit : texts.minutes(value)}
          </label>
        ))}
      </fieldset>
      {hasResults ? (
        <ConfirmButton
          label={state === 'ended' ? texts.startAgain : label}
          question={texts.startQuestion}
          isBlocked={isPending}
          onConfirm={start}
          testId={`start-${state === 'ended' ? 'again' : 'now'}`}
        />
      ) : (
        <ActionButton
          type="button"
          // Without an exercise, its form is the next step.
          class={state === undefined ? 'quiet' : ''}
          isBlocked={isPending}
          onClick={start}
          data-testid="start-now"
        >
          {label}
        </ActionButton>
      )}
    </div>
  )
}
