import { useEffect, useState } from 'preact/hooks'
import type { ChallengeList } from '../../../src/classroom/challenges/schemas.js'
import type { ClassBoard } from '../../../src/classroom/classes/schemas.js'
import type { Drill } from '../../../src/classroom/drills/schemas.js'
import type { LearnerRequest, LearnerRequestPage } from '../../../src/classroom/exchanges/schemas.js'
import type { Score as ScoreData } from '../../../src/classroom/scores/schemas.js'
import { readForm } from '../../shared/browser/read-form.js'
import { useModal } from '../../shared/browser/use-modal.js'
import { ConfirmButton, ConfirmSubmit } from '../../shared/parts/confirm-button.js'
import { Copyable } from '../../shared/parts/copyable.js'
import { EmptyState } from '../../shared/parts/empty-state.js'
import { Field } from '../../shared/parts/field.js'
import { Inbox } from '../../shared/parts/icons.js'
import { send } from '../../shared/service/api.js'
import { Failure } from '../../shared/service/failure.js'
import { useReload } from '../../shared/service/use-reload.js'
import { useRequest } from '../../shared/service/use-request.js'
import { DrillReport } from '../../shared/training/drill-report.js'
import { Score } from '../../shared/training/score.js'
import { texts } from '../../texts/en/class.js'
import { drill as drillTexts } from '../../texts/en/drill.js'
import { useClass } from '../service/class-api.js'
import { LearnerChallenges } from './learner-challenges.js'
import { Log } from './log.js'
import { Timeline } from './timeline.js'

const { learner: labels } = texts

/** The number of requests in the log of a learner. */
const REQUESTS_MAX = 100

interface LearnerDialogProps {
  learner: ClassBoard
  onClose(): void
}

/** The challenges, the log, the score and the settings of a learner. */
export function LearnerDialog({ learner, onClose }: LearnerDialogProps) {
  const dialog = useModal()
  const { id, name, joined, baseUrl } = learner
  return (
    <dialog
      ref={dialog}
      class="learner-dialog"
      // The event comes later. The dialog can have been removed, and another one opened.
      onClose={({ currentTarget }) => currentTarget.isConnected && onClose()}
      aria-labelledby="learner"
      data-testid="learner-dialog"
    >
      <div class="dialog-head">
        <h2 id="learner" dir="auto">
          {name ?? (joined ? texts.table.erased : texts.table.free)}
        </h2>
        <a href={`${new URL(baseUrl).pathname}/`} data-testid="learner-board">
          {labels.openBoard}
        </a>
        <button type="button" class="quiet" onClick={() => dialog.current?.close()} data-testid="close-learner">
          {labels.close}
        </button>
      </div>
      <Results
        board={id}
        hasDrill={learner.drill !== undefined}
        version={`${learner.requests} ${learner.claims} ${learner.hintsTaken} ${learner.challenges.solved} ${learner.drill?.state}`}
      />
      <Settings learner={learner} />
    </dialog>
  )
}

/** What a learner has done: the drill, the score, the challenges and the log. */
function Results({ board, hasDrill, version }: { board: string; hasDrill: boolean; version: string }) {
  const { token } = useClass()
  const [requests, setRequests] = useState<readonly LearnerRequest[]>()
  const [score, setScore] = useState<ScoreData>()
  const [challenges, setChallenges] = useState<ChallengeList>()
  const [drill, setDrill] = useState<Drill>()
  const { failure, run } = useRequest<void>()
  const reload = useReload(() =>
    run(async () => {
      const [page, current, list, drilled] = await Promise.all([
        send<LearnerRequestPage>('GET', `/b/${board}/requests?size=${REQUESTS_MAX}`, { token }),
        send<ScoreData>('GET', `/b/${board}/score`, { token }),
        send<ChallengeList>('GET', `/b/${board}/challenges`, { token }),
        hasDrill ? send<Drill>('GET', `/b/${board}/drill`, { token }) : undefined,
      ])
      setRequests(page.content)
      setScore(current)
      setChallenges(list)
      setDrill(drilled)
    }),
  )
  useEffect(() => void reload(), [board, token, version, reload])
  return (
    <>
      <Failure failure={failure} />
      {drill && drill.goals.length > 0 && drill.requests > 0 && (
        <section aria-labelledby="learner-drill">
          <h2 id="learner-drill">{labels.drill(drillTexts.states[drill.state])}</h2>
          <DrillReport drill={drill} />
        </section>
      )}
      {requests && <Timeline requests={requests} />}
      {score && <Score score={score} />}
      {challenges && challenges.total > 0 && <LearnerChallenges list={challenges} />}
      <section aria-labelledby="log">
        <h2 id="log">{labels.log}</h2>
        {requests?.length === 0 && (
          <EmptyState icon={Inbox}>
            <p>{labels.noRequests}</p>
          </EmptyState>
        )}
        {requests && <Log board={board} requests={requests} />}
      </section>
    </>
  )
}

/** Renames or removes a learner, and replaces a lost code or a leaked token. */
function Settings({ learner: { id, name } }: { learner: ClassBoard }) {
  const api = useClass()
  const { isPending, result, failure, run } = useRequest<{ label: string; value: string } | undefined>()
  const path = `/boards/${id}`

  async function rename(event: SubmitEvent): Promise<void> {
    const given = readForm(event).data.get('name') as string
    await run(async () => {
      await api.send('PATCH', path, { name: given === '' ? null : given })
      return undefined
    })
  }

  const replace = (target: 'code' | 'owner-token') =>
    run(async () => {
      const body = await api.send<Record<string, string>>('POST', `${path}/${target}`)
      return { label: labels[target], value: Object.values(body)[0] ?? '' }
    })

  const remove = () =>
    run(async () => {
      await api.send('DELETE', path)
      return undefined
    })

  return (
    <section aria-labelledby="learner-settings">
      <h2 id="learner-settings">{labels.settings}</h2>
      <form onSubmit={rename} class="row" data-testid="rename-form">
        <Field
          label={labels.name}
          hint={labels.nameHint}
          name="name"
          defaultValue={name ?? ''}
          autocomplete="off"
          testId="new-name"
          problem={failure?.fields.name}
        />
        <ConfirmSubmit
          label={labels.rename}
          class="quiet"
          isBlocked={isPending}
          questionFor={(form) =>
            name !== null && new FormData(form).get('name') === '' ? labels.questions.erase : undefined
          }
          testId="rename"
        />
      </form>
      <p class="buttons">
        <ConfirmButton
          label={labels.replaceCode}
          question={labels.questions.code}
          isBlocked={isPending}
          onConfirm={() => replace('code')}
          testId="replace-personal-code"
        />
        <ConfirmButton
          label={labels.replaceToken}
          question={labels.questions['owner-token']}
          isBlocked={isPending}
          onConfirm={() => replace('owner-token')}
          testId="replace-owner-token"
        />
        <ConfirmButton
          label={labels.remove}
          question={labels.questions.remove}
          isBlocked={isPending}
          onConfirm={remove}
          testId="remove-learner"
        />
      </p>
      {result && (
        <dl>
          <Copyable label={result.label} value={result.value} hint={labels.once} testId="replaced" />
        </dl>
      )}
      <Failure failure={failure} />
    </section>
  )
}
