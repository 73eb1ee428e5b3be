import { useCallback, useEffect, useMemo, useRef, useState } from 'preact/hooks'
import { BASE_PATH } from '../shared/base-path.js'
import { ConnectionNotice } from '../shared/connection-notice.js'
import { Failure } from '../shared/failure.js'
import { PageHeader } from '../shared/page-header.js'
import { useRequest } from '../shared/use-request.js'
import { VARIANTS, type Variant } from '../shared/variants.js'
import { board as texts } from '../texts/en/board.js'
import { BoardContext, type BoardTools } from './board-context.js'
import { Columns } from './columns.js'
import { LastRequest } from './last-request.js'
import { Login } from './login.js'
import { moveTask, type Place, targetIndexOf } from './move.js'
import { ExchangesPanel, TrainingPanel } from './requests-panel.js'
import { TaskDialog } from './task-dialog.js'
import { Toolbar } from './toolbar.js'
import { useActions } from './use-actions.js'
import { useAttempt } from './use-attempt.js'
import { useChanges } from './use-changes.js'
import { useSession } from './use-session.js'
import { useStart } from './use-start.js'
import { type Filters, useTasks } from './use-tasks.js'
import { useTraining } from './use-training.js'

/** The board page. */
export function BoardPage() {
  const { contract, hasTraining, isFrozen, setFrozen, readIndex, failure: startFailure } = useStart()
  const [variant, setVariant] = useState<Variant>(() => VARIANTS.find((name) => location.hash === `#${name}`) ?? 'v1')
  const [session, setSession] = useSession()
  const [announcement, announce] = useState('')
  const [opened, setOpened] = useState<{ id: number | undefined }>()
  const [changes, setChanges] = useState(0)
  const actions = useActions(variant, session?.token)
  const tasks = useTasks(contract)
  const training = useTraining()
  const search = useRequest<void>()
  const { act, exchanges, earlier } = actions
  const { failure, attempt, forget } = useAttempt(exchanges[0])
  const { columns, refresh, setColumns } = tasks

  useEffect(() => {
    if (contract !== undefined) refresh()
  }, [contract])
  useEffect(() => {
    if (hasTraining) training.refresh()
  }, [hasTraining])

  // What a frozen board has refused may succeed now.
  useEffect(forget, [isFrozen])

  const onChange = () => {
    setChanges((count) => count + 1)
    refresh()
  }
  const connection = useChanges({
    hasEvents: contract && hasTraining,
    onChange: (isFrozen) => {
      setFrozen(isFrozen)
      onChange()
    },
    onGap: () => {
      onChange()
      if (!hasTraining) return
      training.refresh()
      readIndex()
    },
    onEvent: training.onEvent,
  })

  const latestColumns = useRef(columns)
  latestColumns.current = columns
  const onMove = useCallback(
    async (id: number, place: Place) => {
      const shown = latestColumns.current
      if (shown === undefined) return false
      const json = { targetStatus: place.status, targetIndex: targetIndexOf(shown, id, place) }
      setColumns(moveTask(shown, id, place))
      const isMoved = await attempt(() => act('POST', `/tasks/${id}/reorder`, json))
      await refresh()
      return isMoved
    },
    [act, attempt, refresh, setColumns],
  )

  const onSearch = (filters: Filters) =>
    search.run(async () => {
      await attempt(() => tasks.show(filters, (path) => act('GET', path)), texts.searchFailed)
    })
  function chooseVariant(chosen: Variant) {
    setVariant(chosen)
    forget()
    history.replaceState(null, '', `#${chosen}`)
  }
  const onOpen = useCallback((id: number) => setOpened({ id }), [])
  const onClose = useCallback(() => setOpened(undefined), [])

  const tools = useMemo<BoardTools | undefined>(
    () => contract && { ...actions, contract, variant, session, refresh, announce },
    [actions.act, actions.download, actions.uploadFiles, actions.sendAgain, contract, variant, session, refresh],
  )

  return (
    <BoardContext.Provider value={tools}>
      <PageHeader title={texts.title} docs={`${BASE_PATH}/docs`} />
      <main id="content" class="board-page">
        <h1 class="hidden">{texts.title}</h1>
        <div class="board">
          <Toolbar
            variant={variant}
            onVariant={chooseVariant}
            filters={tasks.filters}
            onSearch={onSearch}
            onCreate={() => setOpened({ id: undefined })}
          />
          {variant === 'v2' && <Login session={session} onSession={setSession} act={act} />}
          <Failure failure={startFailure ?? failure ?? tasks.failure} />
          <ConnectionNotice connection={connection} refused={texts.boardGone} />
          <div role="status" data-testid="frozen">
            {isFrozen && <p class="notice">{texts.frozen}</p>}
          </div>
          <LastRequest exchange={exchanges[0]} />
          <Columns
            columns={columns}
            summary={tasks.summary}
            isFiltered={tasks.filters.search !== '' || tasks.filters.priority !== ''}
            canMove={contract?.has('reorderTask') ?? false}
            onMove={onMove}
            onOpen={onOpen}
            onShowMore={tasks.showMore}
            announce={announce}
          />
        </div>
        {hasTraining === false ? (
          <ExchangesPanel exchanges={exchanges} earlier={earlier} />
        ) : (
          <TrainingPanel training={training} exchanges={exchanges} earlier={earlier} />
        )}
      </main>
      <div class="hidden" aria-live="assertive" data-testid="announcement">
        {announcement}
      </div>
      {opened && tools && <TaskDialog key={opened.id} id={opened.id} changes={changes} onClose={onClose} />}
    </BoardContext.Provider>
  )
}
