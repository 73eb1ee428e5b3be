import { useEffect, useState } from 'preact/hooks'
import type { ServiceIndex } from '../../src/classroom/service/schemas.js'
import { useReplacedFocus } from '../shared/browser/focus.js'
import { hasEditedForm, useLeaveQuestion } from '../shared/browser/use-leave-question.js'
import { useStored } from '../shared/browser/use-stored.js'
import { JumpLink } from '../shared/parts/jump-link.js'
import { PageHeader } from '../shared/parts/page-header.js'
import { type RequestFailed, send } from '../shared/service/api.js'
import { Failure } from '../shared/service/failure.js'
import { landing } from '../texts/en/landing.js'
import { CreateBoard } from './create-board.js'
import { type Board, CreatedBoard } from './created-board.js'
import { JoinClass } from './join-class.js'
import { Miniature } from './miniature.js'
import { Variants } from './variants.js'

/** The start page of the service. */
export function Landing() {
  useLeaveQuestion(hasEditedForm)
  const [service, setService] = useState<ServiceIndex>()
  const [failure, setFailure] = useState<RequestFailed>()
  const [board, setBoard] = useStored<Board>('created-board')
  const [isNew, setNew] = useState(false)
  useReplacedFocus(board, 'create-board')
  useEffect(() => {
    send<ServiceIndex>('GET', '/').then(setService, (error) => setFailure(error as RequestFailed))
  }, [])
  function show(created: Board | undefined) {
    setNew(created !== undefined)
    setBoard(created)
  }
  return (
    <>
      <PageHeader docs="/docs" />
      <main id="content" tabIndex={-1}>
        <Failure failure={failure} />
        <div class={board ? 'hero has-board' : 'hero'}>
          {board ? (
            <CreatedBoard board={board} edition={service?.edition} isNew={isNew} onAnother={() => show(undefined)} />
          ) : (
            <>
              <div class="intro">
                <h1>{landing.lead}</h1>
                <p>{landing.detail}</p>
              </div>
              <CreateBoard creators={service?.creators} onCreated={show} />
              <JumpLink class="button quiet to-join" target="join-class">
                {landing.toJoin}
              </JumpLink>
              <Miniature />
            </>
          )}
          <div class="join">
            <JoinClass />
          </div>
        </div>
        <Variants service={service} />
      </main>
      <footer>
        <span data-testid="version">
          {service ? landing.footer.version(service.version, service.edition) : '\u00a0'}
        </span>
        <span class="end links">
          <a href="/class" data-testid="class-page">
            {landing.footer.classes}
          </a>
          <a href="/docs?urls.primaryName=boards">{landing.footer.boards}</a>
          {service?.workflows && <a href="/arazzo.yaml">{landing.footer.workflows}</a>}
        </span>
      </footer>
    </>
  )
}
