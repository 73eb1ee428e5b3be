import { send } from '../shared/api.js'
import { Copyable } from '../shared/copyable.js'
import { Failure } from '../shared/failure.js'
import { Field } from '../shared/field.js'
import { useRequest } from '../shared/use-request.js'
import { landing } from '../texts/en/landing.js'

interface Joined {
  className: string
  baseUrl: string
  personalCode: string
}

const { join: texts } = landing

/** The form that lets learners join a class. */
export function JoinClass() {
  const { isPending, result, failure, run } = useRequest<Joined>()

  function submit(event: SubmitEvent) {
    event.preventDefault()
    const data = new FormData(event.currentTarget as HTMLFormElement)
    const given = [...data].filter(([, value]) => value !== '')
    run(() => send<Joined>('POST', '/classes/join', { json: Object.fromEntries(given) }))
  }

  return (
    <section class="card" aria-labelledby="join-class">
      <h2 id="join-class">{texts.heading}</h2>
      <p>{texts.lead}</p>
      <form onSubmit={submit} data-testid="join-class-form">
        <Field
          label={texts.code}
          name="code"
          testId="join-code"
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
        <Field
          label={texts.personalCode}
          hint={texts.personalHint}
          name="personalCode"
          testId="personal-code"
          autocomplete="off"
          problem={failure?.fields.personalCode}
        />
        <button type="submit" disabled={isPending} data-testid="join-class">
          {texts.submit}
        </button>
      </form>
      <Failure failure={failure} />
      <div aria-live="polite">
        {result && (
          <div class="result" data-testid="joined-class">
            <h3>{texts.joined(result.className)}</h3>
            <dl>
              <Copyable label={texts.baseUrl} value={result.baseUrl} testId="joined-base-url" />
              <Copyable label={texts.yourCode} value={result.personalCode} hint={texts.codeHint} testId="own-code" />
            </dl>
            <p class="links">
              <a class="button" href={`${result.baseUrl}/`} data-testid="open-joined-board">
                {texts.open}
              </a>
              <a href={`${result.baseUrl}/docs`}>{texts.swaggerUi}</a>
            </p>
          </div>
        )}
      </div>
    </section>
  )
}
