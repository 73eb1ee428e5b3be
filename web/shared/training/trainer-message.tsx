import { training } from '../../texts/en/training.js'
import { Markdown } from '../text/markdown.js'

/** The message of the trainer to all learners. Screen readers announce a new one. */
export function TrainerMessage({ message }: { message: string | null | undefined }) {
  return (
    <div role="status" data-testid="message">
      {message != null && (
        <div class="notice trainer-message">
          <strong>{training.exercise.message}</strong>
          <Markdown text={message} testId="message-text" />
        </div>
      )}
    </div>
  )
}
