import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import type { Exercise } from '../../../src/classroom/exercises/schemas.js'
import { showStored } from '../../shared/browser/is-edited.js'
import { toLocal, toTimestamp } from '../../shared/browser/local-time.js'
import { readForm } from '../../shared/browser/read-form.js'
import { ConfirmSubmit } from '../../shared/parts/confirm-button.js'
import { Field, TextArea } from '../../shared/parts/field.js'
import { Failure } from '../../shared/service/failure.js'
import { serverNow } from '../../shared/service/server-clock.js'
import { useRequest } from '../../shared/service/use-request.js'
import { texts } from '../../texts/en/class.js'
import { bar } from '../../texts/en/class-bar.js'
import { templates } from '../../texts/en/templates.js'
import { useClass } from '../service/class-api.js'
import { readServerTime } from '../service/server-time.js'
import { ChallengeFields } from './challenge-fields.js'
import type { Draft } from './draft.js'
import { endAfter } from './exercise-changes.js'
import { type Choices, ExerciseChoices } from './exercise-choices.js'
import type { Profiles } from './faults-form.js'
import { readExercise } from './read-exercise.js'
import { TemplateCards } from './template-cards.js'
import type { Template } from './templates.js'

const { exercise: labels } = texts

/** The settings of an exercise that does not name them. */
const DEFAULTS = {
  feedback: 'immediate',
  hints: 'off',
  challengeHints: 'free',
  solutions: 'solved',
  challenges: [],
} as const satisfies Partial<Exercise>

interface ExerciseFormProps {
  exercise: Exercise | undefined
  profiles: Profiles
  /** Whether learners have results, which a new exercise deletes. */
  hasResults: boolean
  /** @param draft `undefined` if the user has entered nothing that is not saved */
  onDraft(draft: Draft | undefined): void
}

/** Leads to the bar at the top of the page. */
function showBar() {
  document.getElementById('class-bar')?.focus()
  // The bar may stick to the top of the window already.
  scrollTo({ top: 0 })
}

/** The form that configures the exercise of the class. */
export function ExerciseForm({ exercise, profiles, hasResults, onDraft }: ExerciseFormProps) {
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
  const [chosen, setChosen] = useState<Partial<Choices>>({})
  /** The paths and challenges that the user has chosen. */
  const [chosenChallenges, setChallenges] = useState<readonly string[]>()
  /** The duration of a template, in minutes. It ends the exercise, unless the user enters an end. */
  const [duration, setDuration] = useState<number>()
  /** The duration with which the bar submits the form; `undefined` while the form submits itself. */
  const startFor = useRef<number | null | undefined>(undefined)
  const { feedback, hints, challengeHints, solutions, challenges: storedChallenges } = exercise ?? DEFAULTS
  const choices = {
    feedback,
    hints,
    challengeHints,
    solutions,
    profile: '',
    drill: exercise?.drill?.profile ?? '',
    ...chosen,
  }
  const challenges = chosenChallenges ?? storedChallenges
  useLayoutEffect(() => {
    showStored(element.current as HTMLFormElement, edited.current)
    setChosen((before) => Object.fromEntries(Object.entries(before).filter(([name]) => edited.current.has(name))))
    if (!edited.current.has('challenges')) setChallenges(undefined)
  }, [stored])
  useEffect(() => {
    const start = (minutes: number | null) => {
      startFor.current = minutes
      element.current?.requestSubmit()
      startFor.current = undefined
    }
    onDraft(hasEdits ? { minutes: duration, start } : undefined)
  }, [hasEdits, duration, onDraft])
  // The bar can have submitted the form while its end is out of sight.
  useEffect(() => {
    if (failure !== undefined) element.current?.querySelector('.failure')?.scrollIntoView({ block: 'nearest' })
  }, [failure])

  function edit({ target }: Event) {
    const { name } = target as HTMLInputElement
    edited.current.add(name)
    if (name === 'endsAt') setDuration(undefined)
    if (name === 'startsAt') chooseRestart(false)
    setEdits(true)
  }

  function chooseRestart(isChosen: boolean) {
    const restart = element.current?.elements.namedItem('restart') as HTMLInputElement | null | undefined
    if (restart != null) restart.checked = isChosen
  }

  /** Fills in the form. A template is another exercise, so one that has started restarts. */
  function fill({ id, minutes, challenges, ...settings }: Template) {
    const controls = (element.current as HTMLFormElement).elements
    const { title, task, instructions } = templates.list[id]
    const endsAt = toLocal(endAfter(new Date(serverNow()).toISOString(), minutes))
    for (const [name, value] of Object.entries({ title, task, instructions, endsAt })) {
      ;(controls.namedItem(name) as HTMLInputElement).value = value
      edited.current.add(name)
    }
    for (const name of [...Object.keys(settings), 'challenges']) edited.current.add(name)
    chooseRestart(exercise?.state !== 'pending')
    setDuration(minutes)
    setChosen(settings)
    setChallenges(challenges)
    setEdits(true)
    // The rest of the form is ready.
    element.current?.querySelector<HTMLElement>('[type=submit]')?.focus()
  }

  const read = (form: HTMLFormElement) => readExercise(form, exercise, { ...choices, challenges })

  /** Returns what to ask before the exercise is saved. */
  function questionFor(form: HTMLFormElement): string | undefined {
    if (!hasResults) return undefined
    const { json, hasRestart } = read(form)
    if (exercise === undefined || hasRestart || json.startsAt !== exercise.startsAt) return bar.startQuestion
    return exercise.drill && json.drill?.profile !== exercise.drill.profile ? labels.drillQuestion : undefined
  }

  function submit(event: SubmitEvent) {
    const { form } = readForm(event)
    const minutes = startFor.current
    const { json, hasRestart, editedStart } = read(form)
    run(async () => {
      const now = toTimestamp(await readServerTime())
      const isRestart = hasRestart || minutes !== undefined
      // A message about the last exercise is out of date.
      const isOther = isRestart || editedStart !== undefined
      const message = isOther && exercise?.state !== 'pending' && { message: null }
      const start = isRestart && { startsAt: now }
      const begin = start ? now : (editedStart ?? (exercise?.state === 'pending' ? exercise.startsAt : now))
      const lasts = minutes === undefined ? duration : minutes
      const end = lasts !== undefined && { endsAt: lasts === null ? null : endAfter(begin, lasts) }
      await api.send('PUT', '/exercise', { ...json, ...message, ...start, ...end })
      // The bar shows that it has started, and says what the trainer can do next.
      if (exercise === undefined || start) showBar()
      edited.current.clear()
      setDuration(undefined)
      setEdits(false)
      setChallenges(undefined)
      // The next save keeps the faults, which other clients can change.
      setChosen(({ profile: _, ...others }) => others)
    })
  }

  const choose = ({ currentTarget: { name, value } }: { currentTarget: HTMLSelectElement }) =>
    setChosen((before) => ({ ...before, [name]: value }))

  /** Returns the properties of a field that shows a text of the exercise. */
  const textOf = (name: 'title' | 'task' | 'instructions') => ({
    label: labels[name],
    name,
    defaultValue: exercise?.[name] ?? '',
    testId: `exercise-form-${name}`,
    problem: problems[name],
  })

  return (
    <form
      key={startsAt.current}
      ref={element}
      onSubmit={submit}
      onInput={edit}
      data-edited={hasEdits}
      data-testid="exercise-form"
    >
      <TemplateCards onFill={fill} />
      <Field {...textOf('title')} autocomplete="off" />
      <Field {...textOf('task')} autocomplete="off" />
      <TextArea {...textOf('instructions')} rows={6} />
      <div class="row">
        <Field
          label={labels.startTime}
          hint={labels.startHint}
          name="startsAt"
          type="datetime-local"
          step={1}
          defaultValue={exercise ? toLocal(exercise.startsAt) : ''}
          testId="exercise-form-start"
          problem={problems.startsAt}
        />
        <Field
          label={labels.end}
          hint={labels.endHint}
          name="endsAt"
          type="datetime-local"
          step={1}
          defaultValue={exercise?.endsAt ? toLocal(exercise.endsAt) : ''}
          testId="exercise-form-end"
          problem={problems.endsAt}
        />
        <ExerciseChoices choices={choices} profiles={profiles} problems={problems} onChoose={choose} />
      </div>
      <ChallengeFields
        challenges={challenges}
        challengeHints={choices.challengeHints}
        solutions={choices.solutions}
        onChallenges={setChallenges}
        onChoose={choose}
        problem={failure?.problemOf('challenges')}
      />
      {exercise && (
        <label class="check">
          <input type="checkbox" name="restart" data-testid="exercise-form-restart" />
          {labels.restart}
        </label>
      )}
      <ConfirmSubmit
        label={exercise ? labels.save : labels.start}
        isBlocked={isPending}
        questionFor={questionFor}
        testId="save-exercise"
      />
      <Failure failure={failure} />
    </form>
  )
}
