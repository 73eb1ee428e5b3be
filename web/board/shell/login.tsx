import { useLayoutEffect, useRef } from 'preact/hooks'
import { readForm } from '../../shared/browser/read-form.js'
import { ActionButton } from '../../shared/parts/action-button.js'
import { Field } from '../../shared/parts/field.js'
import { Failure } from '../../shared/service/failure.js'
import { useRequest } from '../../shared/service/use-request.js'
import { formatCountdown } from '../../shared/text/format.js'
import { useNow } from '../../shared/training/exercise.js'
import { board as texts } from '../../texts/en/board.js'
import type { UserActions } from '../service/use-actions.js'
import type { Session } from '../service/use-session.js'

const { login } = texts

interface LoginProps {
  session: Session | undefined
  /** Removes the session from the page. */
  onLogOut(): void
  /** Sends a request. A login and a refresh change the session. */
  act: UserActions['act']
  /** What the user wants to open, and needs a login for. */
  waiting: string | undefined
}

/** The v2 login form, or the session with the time until its access token expires. */
export function Login({ session, onLogOut, act, waiting }: LoginProps) {
  const section = useRef<HTMLElement>(null)
  const hasSession = session !== undefined
  const hadSession = useRef(hasSession)
  const { isPending, failure, run } = useRequest<void>()

  // The form and the session replace each other, with the element that has the focus.
  useLayoutEffect(() => {
    if (hasSession !== hadSession.current || waiting !== undefined) {
      section.current?.querySelector<HTMLElement>(hasSession ? '.session' : 'input')?.focus()
    }
    hadSession.current = hasSession
  }, [hasSession, waiting])

  async function logIn(event: SubmitEvent): Promise<void> {
    const json = Object.fromEntries(readForm(event).data)
    await run(async () => void (await act('POST', '/auth/login', json)))
  }

  const refresh = () =>
    run(async () => {
      const json = session?.refreshToken === undefined ? undefined : { refreshToken: session.refreshToken }
      await act('POST', '/auth/refresh', json)
    })

  const logOut = () =>
    run(async () => {
      try {
        await act('POST', '/auth/logout')
      } finally {
        onLogOut()
      }
    })

  return (
    <section ref={section} class="login" aria-label={login.label} data-testid="login">
      {session === undefined ? (
        <form onSubmit={logIn} data-testid="login-form">
          {waiting !== undefined && (
            <p class="waiting" data-testid="login-waiting">
              {waiting}
            </p>
          )}
          <Field
            label={login.username}
            name="username"
            autocomplete="username"
            testId="username"
            problem={failure?.fields.username}
          />
          <Field
            label={login.password}
            name="password"
            type="password"
            autocomplete="current-password"
            testId="password"
            problem={failure?.fields.password}
          />
          <ActionButton type="submit" isBlocked={isPending} data-testid="log-in">
            {login.submit}
          </ActionButton>
          <p class="hint">{login.hint}</p>
        </form>
      ) : (
        <p class="session" tabIndex={-1} data-testid="session">
          <span>{login.loggedIn(<bdi>{session.username}</bdi>, session.role)}</span>{' '}
          <Expiry expiresAt={session.expiresAt} />
          <ActionButton type="button" class="quiet" onClick={refresh} isBlocked={isPending} data-testid="refresh-token">
            {login.refresh}
          </ActionButton>
          <ActionButton type="button" class="quiet" onClick={logOut} isBlocked={isPending} data-testid="log-out">
            {login.logOut}
          </ActionButton>
        </p>
      )}
      <Failure failure={failure} />
    </section>
  )
}

function Expiry({ expiresAt }: { expiresAt: number }) {
  const left = expiresAt - useNow()
  return (
    <span role="timer" data-testid="token-expiry">
      {left > 0 ? login.expires(formatCountdown(left)) : login.expired}
    </span>
  )
}
