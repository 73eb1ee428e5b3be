import { useEffect, useRef, useState } from 'preact/hooks'
import type { Claim } from '../../src/training/schemas/claim.js'
import { send } from '../shared/api.js'
import { BASE_PATH } from '../shared/base-path.js'
import { Failure } from '../shared/failure.js'
import { Field, Select } from '../shared/field.js'
import { useRequest } from '../shared/use-request.js'
import { WithCode } from '../shared/with-code.js'
import { board as texts } from '../texts/en/board.js'
import { common } from '../texts/en/common.js'

const { claim } = texts

interface TrainingDocument {
  components: { schemas: { ClaimInput: { properties: { fault: { enum: (string | null)[] } } } } }
}

let known: Promise<string[]> | undefined

/** Reads the names of the faults from the OpenAPI document, once. */
function loadFaults(): Promise<string[]> {
  known ??= send<TrainingDocument>('GET', `${BASE_PATH}/training/openapi.json`).then(({ components }) =>
    components.schemas.ClaimInput.properties.fault.enum.filter((name) => name !== null),
  )
  return known
}

interface ClaimFormProps {
  requestId: string
  /** The claims that the row of the response shows with their verdicts. */
  listed: readonly Claim[]
  isOpen: boolean
  /** Called when the claim was made or the user has cancelled it. */
  onEnd(): void
}

/** The form that claims a fault of a response, and then shows the verdict. */
export function ClaimForm({ requestId, listed, isOpen, onEnd }: ClaimFormProps) {
  const [faults, setFaults] = useState<string[]>([])
  const { result, failure, run } = useRequest<Claim>()
  useEffect(() => void run(async () => setFaults(await loadFaults()) as never), [run])

  const form = useRef<HTMLFormElement>(null)
  useEffect(() => form.current?.querySelector('select')?.focus(), [])

  function submit(event: SubmitEvent) {
    event.preventDefault()
    const { fault, comment } = Object.fromEntries(new FormData(event.currentTarget as HTMLFormElement))
    const json = { requestId, fault, ...(comment !== '' && { comment }) }
    run(async () => {
      const made = await send<Claim>('POST', `${BASE_PATH}/claims`, { json })
      onEnd()
      return made
    })
  }

  if (result !== undefined) {
    return (
      <p
        class={listed.some(({ number }) => number === result.number) ? 'hidden' : `verdict ${result.verdict ?? ''}`}
        role="status"
        data-testid="verdict"
      >
        <WithCode text={claim.verdict(result.verdict, result.explanation)} />
      </p>
    )
  }
  if (!isOpen) return null
  return (
    <form ref={form} onSubmit={submit} class="claim-form" data-testid="claim-form">
      <Select
        label={claim.fault}
        name="fault"
        testId="claim-fault"
        required
        options={[['', claim.choose], ...faults.map((name) => [name, claim.faults[name] ?? name] as const)]}
        problem={failure?.fields.fault}
      />
      <Field
        label={claim.comment}
        name="comment"
        testId="claim-comment"
        autocomplete="off"
        problem={failure?.fields.comment}
      />
      <div class="buttons">
        {/* A disabled button loses the focus. */}
        <button type="submit" disabled={faults.length === 0} data-testid="send-claim">
          {claim.submit}
        </button>
        <button type="button" class="quiet" onClick={onEnd}>
          {common.cancel}
        </button>
      </div>
      <Failure failure={failure} />
    </form>
  )
}
