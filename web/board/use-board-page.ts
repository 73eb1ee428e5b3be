import { useCallback, useEffect, useRef, useState } from 'preact/hooks'
import { useRequest } from '../shared/service/use-request.js'
import type { Variant } from '../shared/service/variants.js'
import { board as texts } from '../texts/en/board.js'
import { useChallenges } from './challenges/use-challenges.js'
import { useDrill } from './drill/use-drill.js'
import type { StepName } from './first-run/first-steps.js'
import { openSender, openSenderOrSend } from './sender/sender-slot.js'
import { IS_PRIVATE, SENT } from './service/board-facts.js'
import { load } from './service/load.js'
import { useActions } from './service/use-actions.js'
import { useAttempt } from './service/use-attempt.js'
import { useBoardTools } from './service/use-board-tools.js'
import { useChanges } from './service/use-changes.js'
import { useSession } from './service/use-session.js'
import { useStart } from './service/use-start.js'
import { useTraining } from './service/use-training.js'
import type { TabName } from './shell/panel-tabs.js'
import { useDefaultPanel } from './shell/use-default-panel.js'
import { useNamedTab } from './shell/use-named-tab.js'
import { useAddress } from './tasks/use-address.js'
import { useReturnedFocus } from './tasks/use-card-focus.js'
import { useMove } from './tasks/use-move.js'
import { useReveal } from './tasks/use-reveal.js'
import { type Filters, useTasks } from './tasks/use-tasks.js'

/**
 * The state of the board page, and what its parts do with it. `BoardPage` lays out the parts.
 */
export function useBoardPage() {
  const { contract, loading, board, isFrozen, setFrozen, readIndex, failure: startFailure } = useStart()
  const guard = useRef(() => true)
  const { address, visits, go, choosePanel, closeTask } = useAddress(() => guard.current())
  const { variant, opened } = address
  const [isForChallenges] = useState(address.panel === 'challenges')
  const [session, setSession] = useSession()
  const [announcement, announce] = useState('')
  const [changes, setChanges] = useState(0)
  const actions = useActions(variant, session, setSession)
  const tasks = useTasks(loading, address.filters)
  const training = useTraining()
  const challenges = useChallenges(training.ownerToken)
  const hasChallenges = (challenges.list?.total ?? 0) > 0
  const drill = useDrill(training)
  const hasDrill = training.exercise?.drill !== undefined
  const isLed = (training.exercise?.challenges.length ?? 0) > 0
  const defaultPanel = useDefaultPanel(isLed ? 'challenges' : hasDrill ? 'drill' : undefined)
  const panel = address.panel ?? defaultPanel
  const hasEnded = training.exercise?.state === 'ended'
  const showsSummary = hasEnded && address.panel === 'summary'
  const search = useRequest<void>()
  const { act, exchanges, earlier } = actions
  const { failure, attempt, forget } = useAttempt(exchanges[0])
  const { refresh, setColumns } = tasks
  // Cards show other controls with the contract, so they wait for it.
  const columns = contract && tasks.columns
  // An exercise has notices above the columns, which must not move them later.
  const isReady = !SENT.hasExercise || training.isSettled
  const reveal = useReveal(columns, announce)

  const isStarted = useRef(false)
  useEffect(() => {
    if (isStarted.current) challenges.refresh()
  }, [training.ownerToken])

  useEffect(() => {
    forget()
    // Like the first load: only the actions of the user can get faults.
    if (visits > 0) search.run(() => showFilters(address.filters, load))
  }, [visits])

  // What a frozen board has refused may succeed now.
  useEffect(forget, [isFrozen])

  const isLoaded = columns !== undefined && challenges.list !== undefined && training.score !== undefined
  useNamedTab(isLoaded, address.panel)

  const onChange = () => {
    setChanges((count) => count + 1)
    refresh()
  }
  const connection = useChanges({
    onChange: (isFrozen) => {
      setFrozen(isFrozen)
      onChange()
    },
    onGap: () => {
      if (isStarted.current) onChange()
      else refresh()
      isStarted.current = true
      if (!IS_PRIVATE) return
      training.refresh()
      challenges.refresh()
      drill.refresh()
      readIndex()
    },
    onEvent(event) {
      training.onEvent(event)
      challenges.onEvent(event)
      drill.onEvent(event)
    },
  })

  const onMove = useMove(columns, { act, attempt, refresh, setColumns })

  async function showFilters(filters: Filters, loader: (path: string) => Promise<unknown>): Promise<void> {
    if (await attempt(() => tasks.show(filters, loader), texts.searchFailed)) go({ filters })
  }
  const onSearch = (filters: Filters) => search.run(() => showFilters(filters, (path) => act('GET', path)))
  function chooseVariant(chosen: Variant) {
    go({ variant: chosen })
    forget()
  }
  function startStep(step: StepName) {
    if (step === 'create') return go({ opened: 'new' })
    if (step === 'send' || variant === 'buggy') return openSenderOrSend()
    chooseVariant('buggy')
    openSender()
  }
  const openSummary = () => go({ panel: 'summary' })
  const onOpen = useCallback((id: number) => go({ opened: id }), [go])

  const hidesFaults = training.exercise !== null && !hasEnded
  const tools = useBoardTools(actions, { contract, variant, isFrozen, hidesFaults, session, refresh, announce })

  // v2 shows a task only after a login, which a dialog would cover.
  const needsLogin = variant === 'v2' && session === undefined && opened !== undefined
  const hasDialog = opened !== undefined && tools !== undefined && !needsLogin
  useReturnedFocus(hasDialog ? opened : undefined)

  return {
    board,
    isFrozen,
    isReady,
    failure: startFailure ?? failure ?? tasks.failure,
    attempt,
    announcement,
    announce,
    changes,
    connection,
    tools,
    act,
    exchanges,
    earlier,
    session,
    setSession,
    /** Says which task is shown after a login. */
    waiting: needsLogin ? texts.login.toOpen(opened) : undefined,
    // The address.
    address,
    chooseVariant,
    visits,
    go,
    choosePanel: (name: TabName) => choosePanel(name === defaultPanel ? undefined : name),
    // The tasks.
    columns,
    canMove: contract?.has('reorderTask') ?? false,
    tasks,
    onMove,
    onOpen,
    onSearch,
    reveal,
    guard,
    hasDialog,
    closeTask,
    // The panel and the exercise.
    panel,
    training,
    challenges,
    drill,
    hasChallenges,
    hasDrill,
    hasEnded,
    showsSummary,
    openSummary,
    showsFirstRun: IS_PRIVATE && !isLed && !hasDrill && !isForChallenges,
    startStep,
  }
}
