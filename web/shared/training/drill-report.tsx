import type { Drill } from '../../../src/classroom/drills/schemas.js'
import { drill as texts } from '../../texts/en/drill.js'
import { WithCode } from '../text/with-code.js'

type Verdict = Drill['verdicts'][number]

/** The verdicts, those from which a learner learns most first. */
const ORDER = ['wrong', 'right', 'not-shown'] as const satisfies readonly Verdict['verdict'][]

/** The number of requests of a verdict that the report names. */
const NAMED_MAX = 12

interface DrillReportProps {
  drill: Drill
  /** The request ids that the page can show. */
  listed?: ReadonlySet<string>
  /** Shows a request. */
  onShowRequest?(requestId: string): void
}

/** The result of a run of a client: its score, the goals, and what it did about each fault, with the requests. */
export function DrillReport({ drill, listed = new Set(), onShowRequest }: DrillReportProps) {
  const { percent, best, right, total, requests, goals, verdicts } = drill
  const figures = {
    percent: texts.percent(percent),
    ...(best !== percent && { best: texts.percent(best) }),
    right: texts.of(right, total),
    requests,
  }
  return (
    <div class="drill-report" data-testid="drill-report">
      <dl class="numbers">
        {(Object.keys(figures) as (keyof typeof figures)[]).map((name) => (
          <div key={name}>
            <dt>{texts.figures[name]}</dt>
            <dd data-testid={`drill-${name}`}>{figures[name]}</dd>
          </div>
        ))}
      </dl>
      <section aria-labelledby="drill-goals">
        <h3 id="drill-goals">{texts.goals(goals.filter(({ reached }) => reached).length, goals.length)}</h3>
        <ul>
          {goals.map(({ name, title, reached, found }) => (
            <li key={name} data-testid="drill-goal" data-reached={reached}>
              <Mark verdict={reached ? 'right' : 'wrong'} label={reached ? texts.reached : texts.missed} />
              <div>
                <p>{title}</p>
                {!reached && <p class="hint">{found}</p>}
              </div>
            </li>
          ))}
        </ul>
      </section>
      <section aria-labelledby="drill-situations">
        <h3 id="drill-situations">{texts.situations}</h3>
        {verdicts.length === 0 && <p class="empty">{texts.noSituations}</p>}
        {ORDER.map((verdict) => (
          <Situations
            key={verdict}
            verdict={verdict}
            situations={verdicts.filter((each) => each.verdict === verdict)}
            listed={listed}
            onShowRequest={onShowRequest}
          />
        ))}
      </section>
    </div>
  )
}

interface SituationsProps extends Required<Pick<DrillReportProps, 'listed'>> {
  verdict: Verdict['verdict']
  situations: readonly Verdict[]
  onShowRequest: DrillReportProps['onShowRequest']
}

/** The situations with the same verdict. Only the wrong ones are open at first. */
function Situations({ verdict, situations, listed, onShowRequest }: SituationsProps) {
  if (situations.length === 0) return null
  return (
    <details open={verdict === 'wrong'} data-testid={`drill-${verdict}-situations`}>
      <summary>{texts.group(texts.counts[verdict], situations.length)}</summary>
      <ul>
        {situations.map(({ situation, request, faults, reason, requestIds }, index) => (
          <li key={`${index} ${requestIds[0]}`} data-testid="drill-situation" data-situation={situation}>
            <Mark verdict={verdict} label={texts.verdicts[verdict]} />
            <div>
              <p>
                <strong>{texts.situation(situation)}</strong> <code dir="auto">{request}</code>
              </p>
              <p data-testid="drill-reason">
                <WithCode text={reason} />
              </p>
              <p class="hint">
                {faults.length > 0 && `${faults.join(', ')}. `}
                {texts.evidence}{' '}
                {requestIds.slice(0, NAMED_MAX).map((requestId, position) => (
                  <Evidence
                    key={`${position} ${requestId}`}
                    requestId={requestId}
                    number={position + 1}
                    onShow={listed.has(requestId) ? onShowRequest : undefined}
                  />
                ))}
                {requestIds.length > NAMED_MAX && texts.more(requestIds.length - NAMED_MAX)}
              </p>
            </div>
          </li>
        ))}
      </ul>
    </details>
  )
}

interface EvidenceProps {
  requestId: string
  number: number
  onShow: DrillReportProps['onShowRequest']
}

function Evidence({ requestId, number, onShow }: EvidenceProps) {
  return onShow === undefined ? (
    <code title={requestId}>{requestId.slice(0, 8)} </code>
  ) : (
    <>
      <button
        type="button"
        class="link"
        title={requestId}
        aria-label={texts.requestLabel(number)}
        onClick={() => onShow(requestId)}
        data-testid="drill-request"
      >
        {number}
      </button>{' '}
    </>
  )
}

function Mark({ verdict, label }: { verdict: Verdict['verdict']; label: string }) {
  return <span class={`drill-mark is-${verdict}`} role="img" aria-label={label} />
}
