import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import type { Exercise } from '../../src/training/schemas/exercise.js'
import { ActionButton } from '../shared/action-button.js'
import { Failure } from '../shared/failure.js'
import { Field, Select, TextArea } from '../shared/field.js'
import { isEdited, showStored } from '../shared/is-edited.js'
import { toLocal, toTimestamp } from '../shared/local-time.js'
import { useRequest } from '../shared/use-request.js'
import { WithCode } from '../shared/with-code.js'
import { texts } from '../texts/en/class.js'
import { useClass } from './class-api.js'
import type { Profiles } from './faults-form.js'
import { readServerTime } from './server-time.js'

const { exercise: labels } = texts

const HINT_OPTIONS = Object.entries(labels.hintSettings)

type Choices = Partial<Record<'feedback' | 'hints' | 'profile', string>>

const pickChoices = ({ feedback, hints }: Partial<Exercise> = {}) => ({
  ...(feedback && { feedback }),
  ...(hints && { hints }),
})

interface ExerciseFormProps {
  exercise: Exercise | undefined
  profiles: Profiles
}

/** The form that configures the exercise of the class. */
export function ExerciseForm({ exercise, profiles }: ExerciseFormProps) {
  const api = useClass()
  const { isPending, failure, run } = useRequest<void>()
  const problems = failure?.fields ?? {}
  const [hasEdits, setEdits] = useState(false)
  // Another exercise needs a new form, but it must not discard what the user has entered.
  const startsAt = useRef(exercise?.startsAt)
  if (!hasEdits) startsAt.current = exercise?.startsAt
  const element = useRef<HTMLFormElement>(null)
  const edited = useRef(new Set<string>())
  const stored = JSON.stringify(exercise)
  /** The options that the user has chosen. */
  const [chosen, setChosen] = useState<Choices>({})
  const choices = { feedback: 'immediate', hints: 'off', profile: '', ...pickChoices(exercise), ...chosen }
  const hasHints = choices.feedback === 'immediate'
  useLayoutEffect(() => {
    showStored(element.current as HTMLFormElement, edited.current)
    setChosen((before) => Object.fromEntries(Object.entries(before).filter(([name]) => edited.current.has(name))))
  }, [stored])

  function edit({ target }: Event) {
    edited.current.add((target as HTMLInputElement).name)
    setEdits(true)
  }

  function submit(event: SubmitEvent) {
    event.preventDefault()
    const form = event.currentTarget as HTMLFormElement
    const data = new FormData(form)
    const text = (name: string) => (data.get(name) as string) || undefined
    const storedOrEntered = (name: 'title' | 'task' | 'instructions') =>
      exercise !== undefined && !isEdited(form, name) ? exercise[name] : text(name)
    const ends = text('endsAt')
    const { feedback, hints, profile } = choices
    const json = {
      title: storedOrEntered('title'),
      task: storedOrEntered('task'),
      instructions: storedOrEntered('instructions'),
      message: exercise?.message,
      feedback,
      hints: hasHints ? hints : 'off',
      challenges: exercise?.challenges,
      challengeHints: exercise?.challengeHints,
      solutions: exercise?.solutions,
      ...(ends && { endsAt: isEdited(form, 'endsAt') ? toTimestamp(ends) : exercise?.endsAt }),
      ...(profile && { faults: { profile } }),
    }
    run(async () => {
      const start = data.has('restart') && { startsAt: toTimestamp(await readServerTime()) }
      await api.send('PUT', '/exercise', { ...json, ...start })
      edited.current.clear()
      setEdits(false)
      // The next save keeps the faults, which other clients can change.
      setChosen(({ profile: _, ...others }) => others)
    })
  }

  const choose = ({ currentTarget: { name, value } }: { currentTarget: HTMLSelectElement }) =>
    setChosen((before) => ({ ...before, [name]: value }))

  return (
    <form
      key={startsAt.current}
      ref={element}
      onSubmit={submit}
      onInput={edit}
      data-edited={hasEdits}
      data-testid="exercise-form"
    >
      <Field
        label={labels.title}
        name="title"
        defaultValue={exercise?.title ?? ''}
        autocomplete="off"
        testId="exercise-form-title"
        problem={problems.title}
      />
      <Field
        label={labels.task}
        name="task"
        defaultValue={exercise?.task ?? ''}
        autocomplete="off"
        testId="exercise-form-task"
        problem={problems.task}
      />
      <TextArea
        label={labels.instructions}
        name="instructions"
        rows={6}
        defaultValue={exercise?.instructions ?? ''}
        testId="exercise-form-instructions"
        problem={problems.instructions}
      />
      <div class="row">
        <Field
          label={labels.end}
          name="endsAt"
          type="datetime-local"
          step={1}
          defaultValue={exercise?.endsAt ? toLocal(exercise.endsAt) : ''}
          testId="exercise-form-end"
          problem={problems.endsAt}
        />
        <Select
          label={labels.feedback}
          name="feedback"
          testId="exercise-form-feedback"
          options={[
            ['immediate', labels.immediate],
            ['after', labels.after],
          ]}
          value={choices.feedback}
          onChange={choose}
          problem={problems.feedback}
        />
        <Select
          label={labels.hints}
          name="hints"
          testId="exercise-form-hints"
          options={HINT_OPTIONS}
          value={hasHints ? choices.hints : 'off'}
          onChange={choose}
          disabled={!hasHints}
          hint={hasHints ? undefined : labels.noHints}
          problem={problems.hints}
        />
        <Select
          label={labels.profile}
          name="profile"
          testId="exercise-form-profile"
          options={[['', labels.keep], ...Object.keys(profiles).map((name) => [name, name] as const)]}
          value={choices.profile}
          onChange={choose}
          hint={<WithCode text={profiles[choices.profile] ?? labels.keepHint} />}
          problem={problems['faults.profile']}
        />
      </div>
      {exercise && (
        <label class="check">
          <input type="checkbox" name="restart" data-testid="exercise-form-restart" />
          {labels.restart}
        </label>
      )}
      <ActionButton type="submit" isBlocked={isPending} data-testid="save-exercise">
        {exercise ? labels.save : labels.start}
      </ActionButton>
      <Failure failure={failure} />
    </form>
  )
}
