import type { Exercise } from '../../../src/classroom/exercises/schemas.js'
import { isEdited } from '../../shared/browser/is-edited.js'
import { toTimestamp } from '../../shared/browser/local-time.js'
import { type Choices, hasHints } from './exercise-choices.js'

/**
 * Reads the form of the exercise.
 *
 * @param exercise the exercise of the class, whose values stay as they are where the user has changed nothing
 * @returns the request body, whether the user wants to start the exercise again, and the start that the user has entered
 */
export function readExercise(
  form: HTMLFormElement,
  exercise: Exercise | undefined,
  choices: Choices & { challenges: readonly string[] },
) {
  const data = new FormData(form)
  const isStartEdited = isEdited(form, 'startsAt')
  const text = (name: string) => (data.get(name) as string) || undefined
  const storedOrEntered = (name: 'title' | 'task' | 'instructions') =>
    exercise !== undefined && !isEdited(form, name) ? exercise[name] : text(name)
  const [starts, ends] = [text('startsAt'), text('endsAt')]
  const { feedback, hints, profile, challenges, challengeHints, solutions, drill } = choices
  const editedStart = isStartEdited && starts ? toTimestamp(starts) : undefined
  const storedDrill = exercise?.drill
  const json = {
    title: storedOrEntered('title'),
    task: storedOrEntered('task'),
    instructions: storedOrEntered('instructions'),
    message: exercise?.message,
    feedback,
    hints: hasHints(choices) ? hints : 'off',
    challenges,
    challengeHints,
    solutions,
    // Without its start, an exercise that has ended would begin again, without its scores.
    startsAt: isStartEdited ? editedStart : exercise?.startsAt,
    // The field cannot show all times.
    endsAt: isEdited(form, 'endsAt') ? ends && toTimestamp(ends) : exercise?.endsAt,
    ...(profile && { faults: { profile } }),
    // With the same faults, the drill keeps its seed, and learners their runs.
    ...(drill && { drill: drill === storedDrill?.profile ? storedDrill : { profile: drill } }),
  }
  // Without a start, it starts now.
  return { json, hasRestart: data.has('restart') || (isStartEdited && !starts), editedStart }
}
