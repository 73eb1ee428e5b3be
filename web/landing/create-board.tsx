import type { ServiceIndex } from '../../src/classroom/service/schemas.js'
import { readForm } from '../shared/browser/read-form.js'
import { ActionButton } from '../shared/parts/action-button.js'
import { Field } from '../shared/parts/field.js'
import { send } from '../shared/service/api.js'
import { Failure } from '../shared/service/failure.js'
import { useRequest } from '../shared/service/use-request.js'
import { landing } from '../texts/en/landing.js'
import type { Board } from './created-board.js'

const { board: texts } = landing

interface CreateBoardProps {
  creators: ServiceIndex['creators'] | undefined
  onCreated(board: Board): void
}

/** The form that creates a board, if the server allows it. */
export function CreateBoard({ creators, onCreated }: CreateBoardProps) {
  const { isPending, failure, run } = useRequest<void>()

  function submit(event: SubmitEvent) {
    const { data } = readForm(event)
    const [name, token] = [data.get('name') as string, data.get('token') as string | null]
    const body = { ...(name && { name }), ...(data.has('demo') && { fixture: 'demo' }) }
    run(async () => onCreated(await send<Board>('POST', '/boards', { json: body, token: token ?? undefined })))
  }

  return (
    <section class="card create" aria-labelledby="create-board">
      <h2 id="create-board" tabIndex={-1}>
        {texts.heading}
      </h2>
      {creators === 'off' ? (
        <p data-testid="creation-off">{texts.off}</p>
      ) : (
        <>
          <p class="hint">{texts.lead}</p>
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
