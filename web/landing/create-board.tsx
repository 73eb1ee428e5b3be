import type { ServiceIndex } from '../../src/management/service/schemas.js'
import { ActionButton } from '../shared/action-button.js'
import { send } from '../shared/api.js'
import { Copyable } from '../shared/copyable.js'
import { Failure } from '../shared/failure.js'
import { Field } from '../shared/field.js'
import { useReplacedFocus } from '../shared/focus.js'
import { useRequest } from '../shared/use-request.js'
import { useStored } from '../shared/use-stored.js'
import { landing } from '../texts/en/landing.js'
import { Result } from './result.js'
import { Snippets } from './snippets.js'

interface Board {
  baseUrl: string
  docs: string
  ownerToken: string
  expiresAt: string | null
}

const { board: texts } = landing

interface CreateBoardProps {
  creators: ServiceIndex['creators'] | undefined
}

/** The form that creates a board, if the server allows it, or the created board, as long as the tab is open. */
export function CreateBoard({ creators }: CreateBoardProps) {
  const [board, setBoard] = useStored<Board>('created-board')
  useReplacedFocus(board, 'create-board')
  const { isPending, result, failure, run } = useRequest<Board>()

  function submit(event: SubmitEvent) {
    event.preventDefault()
    const data = new FormData(event.currentTarget as HTMLFormElement)
    const [name, token] = [data.get('name') as string, data.get('token') as string | null]
    const body = { ...(name && { name }), ...(data.has('demo') && { fixture: 'demo' }) }
    run(async () => {
      const created = await send<Board>('POST', '/boards', { json: body, token: token ?? undefined })
      setBoard(created)
      return created
    })
  }

  if (board !== undefined) {
    return (
      <section class="card" aria-labelledby="create-board">
        <h2 id="create-board" tabIndex={-1}>
          {texts.heading}
        </h2>
        <Created board={board} isNew={result !== undefined} onAnother={() => setBoard(undefined)} />
      </section>
    )
  }
  return (
    <section class="card" aria-labelledby="create-board">
      <h2 id="create-board" tabIndex={-1}>
        {texts.heading}
      </h2>
      {creators === 'off' ? (
        <p data-testid="creation-off">{texts.off}</p>
      ) : (
        <>
          <p>{texts.lead}</p>
          <form onSubmit={submit} data-testid="create-board-form">
            <Field
              label={texts.name}
              name="name"
              testId="board-name"
              problem={failure?.fields.name}
              autocomplete="off"
            />
            {creators === 'admin' && (
              <Field
                label={texts.token}
                hint={texts.tokenHint}
                name="token"
                type="password"
                autocomplete="off"
                required
                testId="admin-token"
              />
            )}
            <label class="check">
              <input type="checkbox" name="demo" defaultChecked data-testid="board-demo" />
              {texts.demo}
            </label>
            <ActionButton type="submit" isBlocked={isPending} data-testid="create-board">
              {texts.submit}
            </ActionButton>
          </form>
          <Failure failure={failure} />
        </>
      )}
    </section>
  )
}

interface CreatedProps {
  board: Board
  isNew: boolean
  onAnother(): void
}

function Created({ board, isNew, onAnother }: CreatedProps) {
  const expiry = board.expiresAt && new Date(board.expiresAt).toLocaleDateString('en', { dateStyle: 'long' })
  return (
    <Result heading={texts.created} testId="created-board" isNew={isNew}>
      <p class="links">
        <a class="button" href={`${board.baseUrl}/#buggy?request=new`} data-testid="find-fault">
          {texts.findFault}
        </a>
        <a href={`${board.baseUrl}/`} data-testid="open-board">
          {texts.open}
        </a>
        <a href={board.docs}>{texts.swaggerUi}</a>
      </p>
      <p>{texts.next}</p>
      <dl>
        <Copyable label={texts.baseUrl} value={board.baseUrl} testId="base-url" />
        <Copyable label={texts.ownerToken} value={board.ownerToken} hint={texts.ownerHint} testId="owner-token" />
      </dl>
      {expiry && <p class="hint">{texts.expires(expiry)}</p>}
      <h4>{texts.first}</h4>
      <Snippets baseUrl={board.baseUrl} />
      <button type="button" class="quiet" onClick={onAnother} data-testid="another-board">
        {texts.another}
      </button>
    </Result>
  )
}
