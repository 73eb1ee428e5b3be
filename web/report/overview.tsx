import { FIRST_STEPS, type ShownReport, shortFacts } from '../../src/commands/report/report.js'
import { formatScore, verdictOf } from '../../src/commands/report/verdict.js'
import { WithCode } from '../shared/text/with-code.js'
import { report as texts } from '../texts/en/report.js'
import { FactList, FactValue } from './fact-value.js'

/** The circumference of the ring that shows the score. */
const RING = 283

interface OverviewProps {
  report: ShownReport
  /** Shows only the rows of a group. */
  onGroup(name: string): void
}

/** The result as a whole: the score, the shares of the groups, the facts, and what to do first. */
export function Overview({ report, onGroup }: OverviewProps) {
  const { title, headline, score, notes, shares, firstSteps } = report
  return (
    <header class={`overview ${verdictOf(report)}`} data-testid="overview">
      <div class="result">
        <Ring score={score} />
        <div>
          <h1>{title}</h1>
          <p class="headline" data-testid="headline">
            {headline}
          </p>
        </div>
      </div>
      {notes.map((note) => (
        <Note key={note} note={note} />
      ))}
      <div class="parts">
        <FactList facts={shortFacts(report)} />
        {shares.length > 0 && (
          <section>
            <h2>{texts.byGroup}</h2>
            <ul class="shares">
              {shares.map(({ name, passed, total }) => (
                <li key={name}>
                  <button type="button" class="link" title={texts.onlyGroup(name)} onClick={() => onGroup(name)}>
                    {name}
                  </button>
                  <progress aria-label={name} max={total} value={passed} />
                  <span>{`${passed}/${total}`}</span>
                </li>
              ))}
            </ul>
          </section>
        )}
        {firstSteps.length > 0 && (
          <section>
            <h2>{FIRST_STEPS}</h2>
            <ol class="steps">
              {firstSteps.map(({ label, value, row }) => (
                <li key={label} data-testid="first-step">
                  {row === undefined ? (
                    <strong>
                      <WithCode text={label} />
                    </strong>
                  ) : (
                    <a href={`#${encodeURIComponent(row)}`}>{label}</a>
                  )}{' '}
                  <WithCode text={value} />
                </li>
              ))}
            </ol>
          </section>
        )}
      </div>
    </header>
  )
}

function Ring({ score }: Pick<ShownReport, 'score'>) {
  const text = score === undefined ? '–' : formatScore(score)
  return (
    <svg
      class="ring"
      viewBox="0 0 100 100"
      role="img"
      aria-label={score === undefined ? texts.noScore : texts.score(text)}
    >
      <circle cx="50" cy="50" r="45" />
      <circle
        class="value"
        cx="50"
        cy="50"
        r="45"
        stroke-dasharray={`${(((score ?? 0) / 100) * RING).toFixed(1)} ${RING}`}
      />
      <text x="50" y="50">
        {text}
      </text>
    </svg>
  )
}

/** A note whose later lines are output of a program. */
function Note({ note }: { note: string }) {
  const [first = '', ...rest] = note.split('\n')
  return (
    <aside class="notice" data-testid="note">
      <p>
        <WithCode text={first} />
      </p>
      {rest.length > 0 && <FactValue fact={{ label: '', value: `${rest.join('\n')}\n`, isRaw: true }} />}
    </aside>
  )
}
