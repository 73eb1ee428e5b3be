import { ConfirmButton } from '../../shared/parts/confirm-button.js'
import { Failure } from '../../shared/service/failure.js'
import { useRequest } from '../../shared/service/use-request.js'
import { texts } from '../../texts/en/class.js'
import { TrainerSecret } from '../entry/trainer-secret.js'
import { type Access, useClass } from '../service/class-api.js'
import type { ClassFacts } from '../service/use-class-events.js'

const { settings: labels } = texts

/** Replaces the joining code and the trainer secret. */
export function Codes({ facts, onAccess }: { facts: ClassFacts; onAccess(access: Access): void }) {
  const api = useClass()
  const { isPending, result, failure, run } = useRequest<string | undefined>()

  const replaceCode = () =>
    run(async () => {
      await api.send('POST', '/code')
      return undefined
    })

  const replaceSecret = () =>
    run(async () => {
      const { trainerSecret } = await api.send<{ trainerSecret: string }>('POST', '/secret')
      onAccess({ id: api.id, token: trainerSecret })
      return trainerSecret
    })

  return (
    <>
      <p class="buttons">
        <ConfirmButton
          label={labels.replaceCode}
          question={labels.codeQuestion}
          isBlocked={isPending}
          onConfirm={replaceCode}
          testId="replace-code"
        />
        <ConfirmButton
          label={labels.replaceSecret}
          question={labels.secretQuestion}
          isBlocked={isPending}
          onConfirm={replaceSecret}
          testId="replace-secret"
        />
      </p>
      {result && (
        <TrainerSecret
          id={facts.id}
          name={facts.name}
          joinCode={facts.joinCode}
          secret={result}
          testId="replaced-secret"
        />
      )}
      <Failure failure={failure} />
    </>
  )
}
