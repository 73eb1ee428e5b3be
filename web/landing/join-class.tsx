import { useEffect, useState } from 'preact/hooks'
import { useReplacedFocus } from '../shared/browser/focus.js'
import { readForm } from '../shared/browser/read-form.js'
import { useStored } from '../shared/browser/use-stored.js'
import { ActionButton } from '../shared/parts/action-button.js'
import { Copyable } from '../shared/parts/copyable.js'
import { Field } from '../shared/parts/field.js'
import { send } from '../shared/service/api.js'
import { Failure } from '../shared/service/failure.js'
import { useRequest } from '../shared/service/use-request.js'
import { landing } from '../texts/en/landing.js'
import { Result } from './result.js'
import { useInvitation } from './use-invitation.js'

interface Joined {
  className: string
  baseUrl: string
  personalCode: string
  /** The joining code that the learner has entered. Earlier versions of the page have not stored it. */
  code?: string
}

const { join: texts } = landing

/** The start of the message of the service that a name needs its personal code. */
const NAME_TAKEN = 'This name is taken'

/** Whether two joining codes are the same for the service, which ignores case, spaces and hyphens. */
function isSameCode(one: string, other: string): boolean {
  const [first, second] = [one, other].map((code) => code.toUpperCase().replace(/[^0-9A-Z]/g, ''))
  return first === second
}

/**
 * The form that lets learners join a class, or the board of the learner, as long as the tab is open. A join link of another
 * class shows the form.
 */
export function JoinClass() {
  const [joined, setJoined] = useStored<Joined>('joined-class')
  useReplacedFocus(joined, 'join-class')
  const invitation = useInvitation('learner-name')
  const [isInvitedElsewhere, setInvitedElsewhere] = useState(
    invitation !== '' && joined !== undefined && !isSameCode(invitation, joined.code ?? ''),
  )
  const { isPending, result, failure, run } = useRequest<Joined>()
  const [showsPersonalCode, setShowPersonalCode] = useState(false)
  useEffect(() => {
    if (failure?.message.startsWith(NAME_TAKEN)) setShowPersonalCode(true)
  }, [failure])

  function submit(event: SubmitEvent) {
    const { data } = readForm(event)
    const given = Object.fromEntries([...data].filter(([, value]) => value !== ''))
    run(async () => {
      const response = await send<Omit<Joined, 'code'>>('POST', '/classes/join', { json: given })
      const result = { ...response, code: data.get('code') as string }
      setJoined(result)
      setInvitedElsewhere(false)
      return result
    })
  }

  if (joined !== undefined && !isInvitedElsewhere) {
    const { className, baseUrl, personalCode } = joined
    return (
      <section class="card" aria-labelledby="join-class">
        <h2 id="join-class" tabIndex={-1}>
          {texts.heading}
        </h2>
        <Result
          heading={texts.joined(<bdi>{className}</bdi>)}
          testId="joined-class"
          isNew={result !== undefined || invitation !== ''}
        >
          <dl>
            <Copyable label={texts.baseUrl} value={baseUrl} testId="joined-base-url" />
            <Copyable label={texts.yourCode} value={personalCode} hint={texts.codeHint} testId="own-code" />
          </dl>
          <p class="links">
            <a class="button" href={`${baseUrl}/`} data-testid="open-joined-board">
              {texts.open}
            </a>
            <a href={`${baseUrl}/docs`}>{texts.swaggerUi}</a>
          </p>
          <button type="button" class="quiet" onClick={() => setJoined(undefined)} data-testid="another-class">
            {texts.another}
          </button>
        </Result>
      </section>
    )
  }
  return (
    <section class="card" aria-labelledby="join-class">
      <h2 id="join-class" tabIndex={-1}>
        {texts.heading}
      </h2>
      <p class="hint">
        {texts.lead}{' '}
        <a href="/class" data-testid="teach-class">
          {texts.teach}
        </a>
      </p>
      <form onSubmit={submit} data-testid="join-class-form">
        <Field
          label={texts.code}
          name="code"
          testId="join-code"
          defaultValue={invitation}
          required
          autocomplete="off"
          problem={failure?.fields.code}
        />
        <Field
          label={texts.name}
          name="name"
          testId="learner-name"
          required
          autocomplete="name"
          problem={failure?.fields.name}
        />
        {/* A learner whose name is taken needs the personal code. */}
        <details open={showsPersonalCode} onToggle={({ currentTarget }) => setShowPersonalCode(currentTarget.open)}>
          <summary data-testid="already-joined">{texts.already}</summary>
          <Field
            label={texts.personalCode}
            hint={texts.personalHint}
            name="personalCode"
            testId="personal-code"
            autocomplete="off"
            problem={failure?.fields.personalCode}
          />
        </details>
        <ActionButton type="submit" isBlocked={isPending} data-testid="join-class">
          {texts.submit}
        </ActionButton>
      </form>
      <Failure failure={failure} />
    </section>
  )
}
