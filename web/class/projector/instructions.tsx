import type { Exercise } from '../../../src/classroom/exercises/schemas.js'
import { Markdown } from '../../shared/text/markdown.js'
import { WithCode } from '../../shared/text/with-code.js'
import { texts } from '../../texts/en/projector.js'

/** The message of the trainer, and the title, the task and the instructions of the exercise. */
export function Instructions({ exercise }: { exercise: Exercise | undefined }) {
  if (exercise === undefined) return <p>{texts.noExercise}</p>
  const { title, task, instructions, message } = exercise
  return (
    <section class="projector-exercise" data-testid="projector-exercise">
      {message !== null && (
        <div class="notice" role="status">
          <Markdown text={message} testId="projector-message" />
        </div>
      )}
      {title !== null && <h2 dir="auto">{title}</h2>}
      {task !== null && (
        <p dir="auto" data-testid="projector-task">
          <WithCode text={task} />
        </p>
      )}
      {instructions !== null && <Markdown text={instructions} testId="projector-instructions" />}
    </section>
  )
}
