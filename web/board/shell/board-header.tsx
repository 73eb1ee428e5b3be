import type { BoardIndex } from '../../../src/classroom/service/schemas.js'
import { useTitle } from '../../shared/browser/use-title.js'
import { CopyButton } from '../../shared/parts/copyable.js'
import { PageHeader } from '../../shared/parts/page-header.js'
import { BASE_PATH } from '../../shared/service/base-path.js'
import { board as texts } from '../../texts/en/board.js'

/** The header with the name of the board, or of its learner, and with its base URL. The title of the page has the name, too. */
export function BoardHeader({ board }: { board: Pick<BoardIndex, 'name' | 'baseUrl'> | undefined }) {
  const name = board?.name ?? undefined
  useTitle(name === undefined ? undefined : texts.pageTitle(name))
  return (
    <PageHeader docs={`${BASE_PATH}/docs`} guide="getting-started">
      {board && (
        <div class="board-identity">
          {name !== undefined && (
            <strong dir="auto" data-testid="board-heading">
              {name}
            </strong>
          )}
          <span class="base-url">
            <code data-testid="base-url">{board.baseUrl}</code>
            <CopyButton label={texts.baseUrl} value={board.baseUrl} testId="copy-base-url" />
          </span>
        </div>
      )}
    </PageHeader>
  )
}
