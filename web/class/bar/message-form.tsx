import { useEffect, useRef } from 'preact/hooks'
import type { Exercise } from '../../../src/classroom/exercises/schemas.js'
import { readForm } from '../../shared/browser/read-form.js'
import { ActionButton } from '../../shared/parts/action-button.js'
import { TextArea } from '../../shared/parts/field.js'
import { Failure } from '../../shared/service/failure.js'
import { useRequest } from '../../shared/service/use-request.js'
import { bar } from '../../texts/en/class-bar.js'
import { keepExercise } from '../exercise/exercise-changes.js'
import { useClass } from '../service/class-api.js'

const { message: texts } = bar

interface MessageFormProps {
  exercise: Exercise | undefined
  /** @param done what was done with the message */
  onDone(done: string): void
}

/** Sends a message to all learners, or removes it. It is a part of the exercise. */
export function MessageForm({ exercise, onDone }: MessageFormProps) {
  const api = useClass()
  const { isPending, failure, run } = useRequest<void>()
  const isBlocked = isPending || exercise === undefined
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => form.current?.querySelector('textarea')?.focus(), [])
  const send = (message: string | null) =>
    run(async () => {
      await api.send('PUT', '/exercise', { ...keepExercise(exercise), message })
      onDone(message === null ? texts.removed : texts.sent)
    })

  function submit(event: SubmitEvent) {
    send(readForm(event).data.get('message') as string)
  }

  return (
    <form key={exercise?.message} ref={form} class="message-form" onSubmit={submit} data-testid="message-form">
      <TextArea
        label={texts.label}
        hint={exercise === undefined ? texts.noExercise : texts.hint}
        name="message"
        rows={2}
        required
        defaultValue={exercise?.message ?? ''}
        testId="message-input"
        problem={failure?.fields.message}
      />
      <p class="buttons">
        <ActionButton type="submit" isBlocked={isBlocked} data-testid="send-message">
          {texts.send}
        </ActionButton>
        {exercise?.message != null && (
          <ActionButton
            type="button"
            class="quiet"
            isBlocked={isPending}
            onClick={() => send(null)}
            data-testid="remove-message"
          >
            {texts.remove}
          </ActionButton>
        )}
      </p>
      <Failure failure={failure} />
    </form>
  )
}
