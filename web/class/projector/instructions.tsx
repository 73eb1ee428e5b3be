import type { Exercise } from '../../../src/training/schemas/exercise.js'
import { Markdown } from '../../shared/markdown.js'
import { texts } from '../../texts/en/projector.js'

/** The title, the task and the instructions of the exercise. */
export function Instructions({ exercise }: { exercise: Exercise | undefined }) {
  if (exercise === undefined) return <p>{texts.noExercise}</p>
  const { title, task, instructions } = exercise
  return (
    <section class="projector-exercise" data-testid="projector-exercise">
      {title !== null && <h2 dir="auto">{title}</h2>}
      {task !== null && <p dir="auto">{task}</p>}
      {instructions !== null && <Markdown text={instructions} testId="projector-instructions" />}
    </section>
  )
}
