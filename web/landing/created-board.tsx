import { Copyable } from '../shared/parts/copyable.js'
import { Icon } from '../shared/parts/icon.js'
import { ArrowRight } from '../shared/parts/icons.js'
import { landing } from '../texts/en/landing.js'
import { Result } from './result.js'
import { Snippets } from './snippets.js'

const { board: texts } = landing

/** The response to the creation of a board. */
export interface Board {
  baseUrl: string
  docs: string
  ownerToken: string
  expiresAt: string | null
}

interface CreatedBoardProps {
  board: Board
  /** The edition of the contract; `undefined` until it is known. */
  edition: string | undefined
  /** Whether the user has just created it. */
  isNew: boolean
  onAnother(): void
}

/** The created board, as long as the tab is open: what to do next, its base URL and token, and first requests. */
export function CreatedBoard({ board, edition, isNew, onAnother }: CreatedBoardProps) {
  const expiry = board.expiresAt && new Date(board.expiresAt).toLocaleDateString('en', { dateStyle: 'long' })
  // The challenges are about the current edition.
  const hasChallenges = edition !== 'earlier'
  const toFault = `${board.baseUrl}/#buggy?request=new`
  return (
    <section class="card created" aria-labelledby="created-board">
      <Result heading={texts.created} id="created-board" testId="created-board" isNew={isNew}>
        <div class="created-parts">
          <div class="created-facts">
            <p>{hasChallenges ? texts.next : texts.nextFault}</p>
            <p class="links">
              {hasChallenges && (
                <a class="button" href={`${board.baseUrl}/#challenges`} data-testid="start-challenges">
                  {texts.challenges}
                  <Icon of={ArrowRight} />
                </a>
              )}
              <a class={hasChallenges ? 'button quiet' : 'button'} href={toFault} data-testid="find-fault">
                {texts.findFault}
              </a>
              <a href={`${board.baseUrl}/`} data-testid="open-board">
                {texts.open}
              </a>
              <a href={board.docs}>{texts.swaggerUi}</a>
            </p>
            <dl>
              <Copyable label={texts.baseUrl} value={board.baseUrl} testId="base-url" />
              <Copyable label={texts.ownerToken} value={board.ownerToken} hint={texts.ownerHint} testId="owner-token" />
            </dl>
            {expiry && <p class="hint">{texts.expires(expiry)}</p>}
            <button type="button" class="quiet" onClick={onAnother} data-testid="another-board">
              {texts.another}
            </button>
          </div>
          <div class="created-code">
            <h2>{texts.first}</h2>
            <Snippets baseUrl={board.baseUrl} />
          </div>
        </div>
      </Result>
    </section>
  )
}
