import { useMemo, useRef, useState } from 'preact/hooks'
import { PAGE_REQUEST } from '../../src/api/recorder/page-request.js'
import type { ChallengeList } from '../../src/classroom/challenges/schemas.js'
import type { Drill } from '../../src/classroom/drills/schemas.js'
import type { Variant } from '../shared/service/variants.js'
import { Exercise } from '../shared/training/exercise.js'
import { Score } from '../shared/training/score.js'
import { board } from '../texts/en/board.js'
import { challenges as challengeTexts } from '../texts/en/challenges.js'
import { drill as drillTexts } from '../texts/en/drill.js'
import { requests as texts } from '../texts/en/requests.js'
import { training as trainingTexts } from '../texts/en/training.js'
import { ChallengesSlot } from './challenges/challenges-slot.js'
import type { Challenges } from './challenges/use-challenges.js'
import { DefectForm } from './claims/defect-form.js'
import { ExplainedScore } from './claims/explained.js'
import { refusalOf } from './claims/refusal.js'
import { DrillSlot } from './drill/drill-slot.js'
import type { BoardDrill } from './drill/use-drill.js'
import { RequestList, type Revealed } from './requests/request-list.js'
import { openSender } from './sender/sender-slot.js'
import { type Exchange, isChosen } from './service/exchange.js'
import type { Exchanges } from './service/use-exchanges.js'
import { REQUESTS_MAX, type Training } from './service/use-training.js'
import { OwnerForm } from './shell/owner-form.js'
import { chooseTab, type PanelName, PanelTabs, type Tab, type TabName } from './shell/panel-tabs.js'

const { panel } = board

interface TrainingPanelProps extends Pick<Exchanges, 'exchanges' | 'earlier'> {
  training: Training
  challenges: Challenges
  drill: BoardDrill
  isFrozen: boolean
  /** The chosen tab. */
  panel: PanelName
  onChoosePanel(panel: TabName): void
  /** Whether the summary takes the place of the panel. */
  isHidden: boolean
  onVariant(variant: Variant): void
}

/** The challenges and the drill of a private board, the requests to it and its score, with its exercise. */
export function TrainingPanel(props: TrainingPanelProps) {
  const { training, challenges, exchanges, earlier, panel: chosen, onChoosePanel, isHidden, onVariant } = props
  const { drill, start, finish } = props.drill
  const { requests, exercise, score, ownerToken, since } = training
  const { list } = challenges
  const isReady = useHasAll(requests, exchanges, since)
  const [revealed, setRevealed] = useState<Revealed>()
  const [attempted, setAttempted] = useState({ name: '', attempt: 0 })
  const listed = useMemo(() => new Set(requests.map(({ requestId }) => requestId)), [requests])
  // Show all parts at once, because parts that appear one by one move the others.
  if (score === undefined || list === undefined) {
    return <aside class="panel" aria-label={panel.label} aria-busy="true" data-testid="panel" />
  }
  /** Opens the latest request with an id, as of a time. A later one can have the same id. */
  function showRequest(requestId: string, until?: string) {
    const shown = requests.find((each) => each.requestId === requestId && (until === undefined || each.time <= until))
    chooseTab('requests')
    if (shown) setRevealed({ number: shown.number })
  }
  const known = [...exchanges, ...earlier]
  const tried = list.challenges.find(({ name, solved }) => name === attempted.name && !solved)
  const challengesTab: Tab = {
    name: 'challenges',
    label: challengeTexts.heading,
    badge: <ChallengesBadge list={list} />,
    content: (
      <ChallengesSlot
        isShown={chosen === 'challenges'}
        list={list}
        listed={listed}
        onShowRequest={showRequest}
        onTry={({ name }, variant) => {
          setAttempted({ name, attempt: attempted.attempt + 1 })
          onVariant(variant)
          openSender()
        }}
      />
    ),
  }
  const drillTab: Tab | undefined =
    exercise === null || drill === undefined
      ? undefined
      : {
          name: 'drill',
          label: drillTexts.heading,
          badge: drill.state !== 'ready' && <DrillBadge drill={drill} />,
          content: (
            <DrillSlot
              isShown={chosen === 'drill'}
              drill={drill}
              state={exercise.state}
              isFrozen={props.isFrozen}
              start={start}
              finish={finish}
              listed={listed}
              onShowRequest={showRequest}
              onSend={() => {
                onVariant('buggy')
                openSender()
              }}
            />
          ),
        }
  const requestsTab: Tab = {
    name: 'requests',
    label: panel.requests,
    content: (
      <RequestList
        entries={requests.map((request) => {
          // It is unknown to which of several requests with the same id an exchange belongs.
          const same = known.filter(({ requestId }) => requestId === request.requestId)
          const sent = same.length === 1 ? same[0] : undefined
          const isBuggy = request.path.startsWith('/api/buggy/')
          const refusal = isBuggy ? refusalOf(request, exercise, sent !== undefined && isChosen(sent)) : undefined
          return { key: request.number, request, known: sent, canClaim: isBuggy && refusal === undefined, refusal }
        })}
        lead={texts.lead}
        durationHint={texts.durations.server}
        hasClaims
        hasHints={exercise?.hints !== 'off'}
        isReady={isReady}
        max={REQUESTS_MAX}
        token={ownerToken}
        revealed={revealed}
        tried={tried && { challenge: tried, attempt: attempted.attempt, isJudged: !challenges.isLoading }}
      />
    ),
  }
  const scoreTab: Tab = {
    name: 'score',
    label: trainingTexts.score.heading,
    content: (
      <>
        <Score score={score}>
          <ExplainedScore />
        </Score>
        <div class="panel-forms">
          <DefectForm />
          <OwnerForm training={training} />
        </div>
      </>
    ),
  }
  return (
    <aside class="panel" aria-label={panel.label} hidden={isHidden} data-testid="panel">
      {exercise !== null && <Exercise exercise={exercise} />}
      <PanelTabs
        label={panel.label}
        tabs={[...(list.total > 0 ? [challengesTab] : []), ...(drillTab ? [drillTab] : []), requestsTab, scoreTab]}
        chosen={chosen}
        onChoose={onChoosePanel}
      />
    </aside>
  )
}

function ChallengesBadge({ list: { solved, total } }: { list: Pick<ChallengeList, 'solved' | 'total'> }) {
  return (
    <span class="badge" data-testid="challenges-badge">
      <span aria-hidden="true">{challengeTexts.badge(solved, total)}</span>
      <span class="hidden">{challengeTexts.badgeLabel(solved, total)}</span>
    </span>
  )
}

function DrillBadge({ drill: { state, requests, percent } }: { drill: Drill }) {
  return (
    <span class="badge" data-testid="drill-badge">
      {state === 'running' || percent === null ? drillTexts.requests(requests) : drillTexts.percent(percent)}
    </span>
  )
}

/** Whether a list has all requests that this page has sent. The log of the board gets them a little later. */
function useHasAll(requests: Training['requests'], exchanges: readonly Exchange[], since: number): boolean {
  const found = useRef<ReadonlySet<Exchange>>(new Set())
  const isListed = ({ requestId }: Exchange) => requests.some((request) => request.requestId === requestId)
  found.current = new Set(exchanges.filter((exchange) => found.current.has(exchange) || isListed(exchange)))
  // A reset empties the log. The log contains neither OPTIONS nor what the page loads.
  const isAwaited = ({ method, requestId, time }: Exchange) =>
    requestId !== null && time > since && method !== 'OPTIONS' && !requestId.startsWith(PAGE_REQUEST)
  return exchanges.every((exchange) => found.current.has(exchange) || !isAwaited(exchange))
}
