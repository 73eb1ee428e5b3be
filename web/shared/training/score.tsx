import type { ComponentChildren } from 'preact'
import type { Score as ScoreData } from '../../../src/classroom/scores/schemas.js'
import { training as texts } from '../../texts/en/training.js'
import { formatShare } from '../text/format.js'
import { FoundDefects } from './found-defects.js'
import { MissedFaults } from './missed-faults.js'

interface ScoreProps {
  score: ScoreData
  /** What explains the numbers. */
  children?: ComponentChildren
}

/** The score of a board. During an exercise, it has no numbers of faults, or, with feedback after the end, no numbers. */
export function Score({ score, children }: ScoreProps) {
  const { claims, hintsTaken, total, foundDefects, defects, missed } = score
  const isHidden = total.found === null
  const hasCounts = total.happened !== null
  const faults = score.faults.filter(({ happened, found, wrong }) => happened || found || wrong)
  return (
    <section class="score" aria-labelledby="score" data-testid="score">
      <h2 id="score">{texts.score.heading}</h2>
      <dl class="numbers">
        <Figure label={texts.score.claims} value={claims} testId="score-claims" />
        {hintsTaken > 0 && <Figure label={texts.score.hints} value={hintsTaken} testId="score-hints" />}
        {!isHidden && (
          <>
            {hasCounts && <Figure label={texts.score.happened} value={total.happened} testId="score-happened" />}
            <Figure label={texts.score.found} value={total.found} testId="score-found" />
            {total.credit !== total.found && (
              <Figure label={texts.score.credit} value={total.credit} testId="score-credit" />
            )}
            <Figure label={texts.score.wrong} value={total.wrong} testId="score-wrong" />
            <Figure label={texts.score.precision} value={formatShare(total.precision)} testId="score-precision" />
          </>
        )}
        {hasCounts && (
          <>
            <Figure label={texts.score.recall} value={formatShare(total.recall)} testId="score-recall" />
            <Figure label={texts.score.f1} value={formatShare(total.f1)} testId="score-f1" />
          </>
        )}
        {defects.happened !== null && defects.happened > 0 && (
          <Figure label={texts.score.defects} value={`${defects.found}/${defects.happened}`} testId="score-defects" />
        )}
      </dl>
      {!hasCounts && <p class="hint">{isHidden ? texts.score.hidden : texts.score.hiddenCounts}</p>}
      {children}
      {faults.length > 0 && <FaultTable faults={faults} />}
      {foundDefects.length > 0 && <FoundDefects defects={foundDefects} />}
      {missed.length > 0 && <MissedFaults missed={missed} />}
    </section>
  )
}

function Figure({ label, value, testId }: { label: string; value: number | string | null; testId: string }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd data-testid={testId}>{value}</dd>
    </div>
  )
}

/** The quality of the claims about each fault. */
function FaultTable({ faults }: Pick<ScoreData, 'faults'>) {
  const { columns } = texts.score
  // Without an exercise, learners see how many faults happened, but not how many of each.
  const hasCounts = faults.some(({ happened }) => happened !== null)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a table that is wider than the page scrolls with the keyboard
    <section class="scroll" aria-label={texts.score.byFault} tabIndex={0}>
      <table data-testid="score-faults">
        <thead>
          <tr>
            <th scope="col">{columns.fault}</th>
            {hasCounts && <th scope="col">{columns.happened}</th>}
            <th scope="col">{columns.found}</th>
            <th scope="col">{columns.wrong}</th>
          </tr>
        </thead>
        <tbody>
          {faults.map(({ fault, happened, found, wrong }) => (
            <tr key={fault}>
              <th scope="row">{fault}</th>
              {hasCounts && <td>{happened}</td>}
              <td>{found}</td>
              <td>{wrong}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
