import { toLocal, toTimestamp } from '../../shared/browser/local-time.js'
import { readForm } from '../../shared/browser/read-form.js'
import { ActionButton } from '../../shared/parts/action-button.js'
import { ConfirmButton } from '../../shared/parts/confirm-button.js'
import { Field } from '../../shared/parts/field.js'
import { Failure } from '../../shared/service/failure.js'
import { useRequest } from '../../shared/service/use-request.js'
import { texts } from '../../texts/en/class.js'
import { useClass } from '../service/class-api.js'
import type { ClassFacts } from '../service/use-class-events.js'

const { settings: labels } = texts

/** Resets and deletes the class, and changes when it expires. */
export function Actions({ facts, onDeleted }: { facts: ClassFacts; onDeleted(): void }) {
  const api = useClass()
  const { isPending, failure, run } = useRequest<void>()
  const change = (json: object) => run(async () => void (await api.send('PATCH', '', json)))
  const reset = (json: object) => run(async () => void (await api.send('POST', '/reset', json)))

  const remove = () =>
    run(async () => {
      await api.send('DELETE', '')
      onDeleted()
    })

  function extend(event: SubmitEvent) {
    const date = readForm(event).data.get('expiresAt') as string
    change({ expiresAt: toTimestamp(date) })
  }

  return (
    <>
      <p class="buttons">
        <ConfirmButton
          label={labels.resetDemo}
          question={labels.resetQuestion}
          onConfirm={() => reset({ fixture: 'demo' })}
          testId="reset-demo"
        />
        <ConfirmButton
          label={labels.resetEmpty}
          question={labels.resetQuestion}
          onConfirm={() => reset({})}
          testId="reset-empty"
        />
        <ConfirmButton
          label={labels.deleteClass}
          question={labels.deleteQuestion}
          onConfirm={remove}
          testId="delete-class"
        />
      </p>
      <form onSubmit={extend} class="row" data-testid="extend-form">
        <Field
          key={facts.expiresAt}
          label={labels.expires}
          name="expiresAt"
          type="datetime-local"
          step={1}
          required
          defaultValue={toLocal(facts.expiresAt)}
          testId="expires-at"
          problem={failure?.fields.expiresAt}
        />
        <ActionButton type="submit" class="quiet" isBlocked={isPending} data-testid="extend">
          {labels.extend}
        </ActionButton>
      </form>
      <Failure failure={failure} />
    </>
  )
}
