import { useCallback, useEffect, useMemo, useRef, useState } from 'preact/hooks'
import type { BoardIndex } from '../../src/control/schemas/service.js'
import { RequestFailed, send } from '../shared/api.js'
import { BASE_PATH } from '../shared/base-path.js'
import { ConnectionNotice } from '../shared/connection-notice.js'
import { Failure } from '../shared/failure.js'
import { PageHeader } from '../shared/page-header.js'
import { useRequest } from '../shared/use-request.js'
import { VARIANTS, type Variant } from '../shared/variants.js'
import { board as texts } from '../texts/en/board.js'
import { BoardContext, type BoardTools } from './board-context.js'
import { Columns } from './columns.js'
import { type Contract, loadContract } from './contract.js'
import { LastRequest } from './last-request.js'
import { Login } from './login.js'
import { moveTask, type Place, targetIndexOf } from './move.js'
import { ExchangesPanel, TrainingPanel } from './requests-panel.js'
import { TaskDialog } from './task-dialog.js'
import { Toolbar } from './toolbar.js'
import { useActions } from './use-actions.js'
import { useChanges } from './use-changes.js'
import { useSession } from './use-session.js'
import { type Filters, useTasks } from './use-tasks.js'
import { useTraining } from './use-training.js'

/** The board page. */
export function BoardPage() {
  const { contract, hasTraining, failure: startFailure } = useStart()
  const [variant, setVariant] = useState<Variant>(() => VARIANTS.find((name) => location.hash === `#${name}`) ?? 'v1')
  const [session, setSession] = useSession()
  const [failure, setFailure] = useState<{ reason: RequestFailed; time: number }>()
  const [announcement, announce] = useState('')
  const [opened, setOpened] = useState<{ id: number | undefined }>()
  const [changes, setChanges] = useState(0)
  const actions = useActions(variant, session?.token)
  const tasks = useTasks(contract)
  const training = useTraining()
  const search = useRequest<void>()
  const { act, exchanges } = actions
  const { columns, refresh, setColumns } = tasks

  useEffect(() => {
    if (contract !== undefined) refresh()
  }, [contract])
  useEffect(() => {
    if (hasTraining) training.refresh()
  }, [hasTraining])

  const onChange = () => {
    setChanges((count) => count + 1)
    refresh()
  }
  const connection = useChanges({
    hasEvents: contract && hasTraining,
    onChange,
    onGap: () => {
      onChange()
      if (hasTraining) training.refresh()
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
      setFailure(undefined)
      try {
        await act('POST', `/tasks/${id}/reorder`, json)
        return true
      } catch (error) {
        if (!(error instanceof RequestFailed)) throw error
        setFailure({ reason: error, time: performance.now() })
        return false
      } finally {
        await refresh()
      }
    },
    [act, refresh, setColumns],
  )

  // The next user request replaces the message.
  const moveFailure = failure && failure.time >= (exchanges[0]?.time ?? 0) ? failure.reason : undefined

  const onSearch = (filters: Filters) => search.run(() => tasks.show(filters, (path) => act('GET', path)))
  function chooseVariant(chosen: Variant) {
    setVariant(chosen)
    history.replaceState(null, '', `#${chosen}`)
  }
  const onOpen = useCallback((id: number) => setOpened({ id }), [])
  const onClose = useCallback(() => setOpened(undefined), [])

  const tools = useMemo<BoardTools | undefined>(
    () => contract && { ...actions, contract, variant, refresh, announce },
    [actions.act, actions.download, actions.uploadFiles, contract, variant, refresh],
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
            isPending={search.isPending}
            onSearch={onSearch}
            onCreate={() => setOpened({ id: undefined })}
          />
          {variant === 'v2' && <Login session={session} onSession={setSession} act={act} />}
          <Failure failure={startFailure ?? search.failure ?? moveFailure ?? tasks.failure} />
          <ConnectionNotice connection={connection} refused={texts.boardGone} />
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
          <ExchangesPanel exchanges={exchanges} />
        ) : (
          <TrainingPanel training={training} exchanges={exchanges} />
        )}
      </main>
      <div class="hidden" aria-live="assertive" data-testid="announcement">
        {announcement}
      </div>
      {opened && tools && <TaskDialog key={opened.id} id={opened.id} changes={changes} onClose={onClose} />}
    </BoardContext.Provider>
  )
}

/** Loads the contract, and whether the board has learner operations. */
function useStart() {
  const [contract, setContract] = useState<Contract>()
  const [hasTraining, setHasTraining] = useState<boolean>()
  const { failure, run } = useRequest<void>()
  useEffect(() => {
    run(async () => {
      const [index, loaded] = await Promise.all([send<BoardIndex>('GET', `${BASE_PATH}/board`), loadContract()])
      setHasTraining(index.training !== undefined)
      setContract(loaded)
    })
  }, [run])
  return { contract, hasTraining, failure }
}
