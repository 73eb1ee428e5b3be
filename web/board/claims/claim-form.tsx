import { useContext, useEffect, useId, useRef, useState } from 'preact/hooks'
import type { Claim } from '../../../src/classroom/claims/schemas.js'
import { readForm } from '../../shared/browser/read-form.js'
import { Field, Select } from '../../shared/parts/field.js'
import { RequestFailed, send } from '../../shared/service/api.js'
import { BASE_PATH } from '../../shared/service/base-path.js'
import { Failure } from '../../shared/service/failure.js'
import { useRequest } from '../../shared/service/use-request.js'
import { WithCode } from '../../shared/text/with-code.js'
import { board as texts } from '../../texts/en/board.js'
import { common } from '../../texts/en/common.js'
import { requests } from '../../texts/en/requests.js'
import { BoardContext } from '../service/board-context.js'
import { WriteButton } from '../shell/write-button.js'
import { Explained } from './explained.js'
import { explainRefusal } from './refusal.js'
import { loadTerms, type Terms } from './training-document.js'

const { claim } = texts

interface ClaimFormProps {
  requestId: string
  /** The claims that the row of the response shows with their verdicts. */
  listed: readonly Claim[]
  /** The fault that a hint has named. The user can choose another one. */
  suggested: string | undefined
  isOpen: boolean
  /** Called when the claim was made or the user has cancelled it. */
  onEnd(): void
}

/** The form that claims a fault of a response, and then shows the verdict. */
export function ClaimForm({ requestId, listed, suggested, isOpen, onEnd }: ClaimFormProps) {
  const isFrozen = useContext(BoardContext)?.isFrozen ?? false
  const [terms, setTerms] = useState<Terms>()
  const [choice, setChoice] = useState<string>()
  const chosen = choice ?? suggested ?? ''
  const { isPending, result, failure, run } = useRequest<Claim>()
  useEffect(() => void run(async () => setTerms(await loadTerms()) as never), [run])

  const form = useRef<HTMLFormElement>(null)
  const heading = useId()
  useEffect(() => {
    form.current?.querySelector('select')?.focus()
    form.current?.scrollIntoView({ block: 'nearest' })
  }, [])

  function submit(event: SubmitEvent) {
    const { fault, comment } = Object.fromEntries(readForm(event).data)
    const json = { requestId, fault, ...(comment !== '' && { comment }) }
    run(async () => {
      if (listed.some((claimed) => claimed.fault === fault)) throw new RequestFailed(requests.refusals.reported)
      const made = await explainRefusal(send<Claim>('POST', `${BASE_PATH}/claims`, { json }))
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
  const { faults = {}, groups = {} } = terms ?? {}
  const toOption = (name: string) => [name, `${name}: ${gistOf(faults[name] ?? '')}`] as const
  const grouped = new Set(Object.values(groups).flat())
  return (
    <form ref={form} onSubmit={submit} class="claim-form" aria-labelledby={heading} data-testid="claim-form">
      <h3 id={heading}>{requests.reportFault}</h3>
      {terms && (
        <p class="hint">
          <WithCode text={terms.words.fault} />
        </p>
      )}
      <div class="explained-choice">
        <Select
          label={claim.fault}
          name="fault"
          testId="claim-fault"
          required
          value={chosen}
          options={[
            ['', claim.choose],
            ...Object.keys(faults)
              .filter((name) => !grouped.has(name))
              .map(toOption),
          ]}
          groups={Object.fromEntries(Object.entries(groups).map(([title, names]) => [title, names.map(toOption)]))}
          onChange={({ currentTarget }) => setChoice(currentTarget.value)}
          problem={failure?.fields.fault}
        />
        <p class="hint" role="status" data-testid="fault-description">
          <WithCode text={faults[chosen] ?? ''} />
        </p>
      </div>
      {isFrozen && <p class="notice">{texts.frozen}</p>}
      <div class="buttons">
        <WriteButton type="submit" isPending={terms === undefined || isPending} data-testid="send-claim">
          {terms && isPending ? common.sending : claim.submit}
        </WriteButton>
        <button type="button" class="quiet" onClick={onEnd}>
          {common.cancel}
        </button>
      </div>
      <Failure failure={failure} />
      <Field
        label={claim.comment}
        name="comment"
        testId="claim-comment"
        autocomplete="off"
        problem={failure?.fields.comment}
      />
      <Explained title={requests.terms.faults} testId="explained-faults" choose={({ faults }) => faults} />
    </form>
  )
}

/** Returns the first sentence of a description, as an option of a choice shows it. */
function gistOf(description: string): string {
  return (description.split('. ')[0] ?? description).replaceAll('`', '').replace(/\.$/, '')
}
