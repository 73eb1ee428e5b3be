import { useEffect, useState } from 'preact/hooks'
import type { Drill } from '../../../src/classroom/drills/schemas.js'
import type { Exercise } from '../../../src/classroom/exercises/schemas.js'
import { ActionButton } from '../../shared/parts/action-button.js'
import { ConfirmButton } from '../../shared/parts/confirm-button.js'
import { Copyable } from '../../shared/parts/copyable.js'
import { BASE_PATH } from '../../shared/service/base-path.js'
import { Failure } from '../../shared/service/failure.js'
import { useRequest } from '../../shared/service/use-request.js'
import { WithCode } from '../../shared/text/with-code.js'
import { DrillReport } from '../../shared/training/drill-report.js'
import { drill as texts } from '../../texts/en/drill.js'
import { FROZEN_ID } from '../shell/frozen-notice.js'
import type { BoardDrill } from './use-drill.js'

export interface DrillPanelProps extends Pick<BoardDrill, 'start' | 'finish'> {
  drill: Drill
  state: Exercise['state']
  isFrozen: boolean
  /** The request ids that the Requests panel can show. */
  listed: ReadonlySet<string>
  onShowRequest(requestId: string): void
  /** Opens the request sender with buggy. */
  onSend(): void
}

/** The drill of the board: its task, the run with its state, and the report at the end. */
export function DrillPanel(props: DrillPanelProps) {
  const { drill, state, isFrozen, listed, start, finish, onShowRequest, onSend } = props
  return (
    <section class="drill" aria-label={texts.heading} data-testid="drill">
      <p class="hint">{texts.lead}</p>
      <p class="drill-state" data-testid="drill-state" data-state={drill.state}>
        <strong role="status">{drill.state === 'ready' ? texts.ready[state] : texts.states[drill.state]}</strong>{' '}
        <span data-testid="drill-count">{drill.requests > 0 && texts.requests(drill.requests)}</span>
      </p>
      {drill.interrupted && <p data-testid="drill-interrupted">{texts.interrupted}</p>}
      {state === 'running' ? (
        <Run drill={drill} isFrozen={isFrozen} start={start} finish={finish} />
      ) : (
        <p class="hint">{state === 'pending' ? texts.pending : texts.ended}</p>
      )}
      {drill.state === 'finished' && <Result drill={drill} listed={listed} onShowRequest={onShowRequest} />}
      <Task isOpen={drill.state !== 'finished'} onSend={onSend} />
    </section>
  )
}

/** The buttons that start and finish the run. */
function Run({ drill, isFrozen, start, finish }: Pick<DrillPanelProps, 'drill' | 'isFrozen' | 'start' | 'finish'>) {
  const { isPending, failure, run } = useRequest<void>()
  /** Whether the user has emptied the board for this run. */
  const [isEmptied, setEmptied] = useState(false)
  useEffect(() => {
    if (drill.state !== 'ready') setEmptied(false)
  }, [drill.state])
  const restart = () =>
    run(async () => {
      await start()
      setEmptied(true)
    })
  const button = { isBlocked: isPending || isFrozen, 'aria-describedby': isFrozen ? FROZEN_ID : undefined }
  return (
    <>
      {drill.state === 'ready' && (
        <p class="hint" role="status" data-testid="drill-begins">
          {isEmptied ? texts.emptied : texts.begins}
        </p>
      )}
      {drill.state === 'running' && <p class="hint">{texts.finishHint}</p>}
      <div class="buttons">
        {drill.state === 'running' && (
          <>
            <ActionButton {...button} type="button" onClick={() => run(() => finish(true))} data-testid="finish-drill">
              {texts.finish}
            </ActionButton>
            <ActionButton
              {...button}
              type="button"
              class="quiet"
              onClick={() => run(() => finish(false))}
              data-testid="give-up-drill"
            >
              {texts.giveUp}
            </ActionButton>
          </>
        )}
        <ConfirmButton
          label={drill.state === 'ready' ? texts.start : texts.again}
          question={texts.againQuestions[drill.state]}
          isBlocked={isPending || isFrozen}
          describedBy={isFrozen ? FROZEN_ID : undefined}
          onConfirm={restart}
          testId="start-drill"
        />
      </div>
      <Failure failure={failure} />
    </>
  )
}

function Result({ drill, listed, onShowRequest }: Pick<DrillPanelProps, 'drill' | 'listed' | 'onShowRequest'>) {
  // An exercise that hides verdicts shows no goals.
  if (drill.goals.length === 0) return <p class="hint">{texts.hidden}</p>
  return <DrillReport drill={drill} listed={listed} onShowRequest={onShowRequest} />
}

/** The stated task, and the ways to do it. */
function Task({ isOpen, onSend }: { isOpen: boolean; onSend(): void }) {
  const url = `${location.origin}${BASE_PATH}/api/buggy`
  return (
    <details class="drill-task" open={isOpen} data-testid="drill-task">
      <summary>{texts.task}</summary>
      <p class="hint">{texts.taskHint}</p>
      <ol>
        {texts.steps.map((step) => (
          <li key={step}>
            <WithCode text={step} />
          </li>
        ))}
      </ol>
      <h3>{texts.own}</h3>
      <p class="hint">
        <WithCode text={texts.ownHint} /> <a href="/guide/drill#what-is-judged">{texts.judged}</a>
      </p>
      <dl>
        <Copyable label={texts.url} value={url} testId="drill-url" />
        <Copyable label={texts.command} value={`TASKS_URL=${url} node client.mjs`} testId="drill-command" />
      </dl>
      <h3>{texts.sender}</h3>
      <p class="hint">{texts.senderHint}</p>
      <p>
        <button type="button" class="quiet" onClick={onSend} data-testid="send-in-drill">
          {texts.openSender}
        </button>
      </p>
    </details>
  )
}
