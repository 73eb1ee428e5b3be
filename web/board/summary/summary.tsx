import { useEffect, useRef, useState } from 'preact/hooks'
import type { ChallengeList } from '../../../src/classroom/challenges/schemas.js'
import type { Drill } from '../../../src/classroom/drills/schemas.js'
import type { Exercise } from '../../../src/classroom/exercises/schemas.js'
import { pointsOf } from '../../../src/classroom/scores/points.js'
import type { Score } from '../../../src/classroom/scores/schemas.js'
import { Failure } from '../../shared/service/failure.js'
import { formatShare, formatTime } from '../../shared/text/format.js'
import { DrillReport } from '../../shared/training/drill-report.js'
import { FoundDefects } from '../../shared/training/found-defects.js'
import { common } from '../../texts/en/common.js'
import { drill as drillTexts } from '../../texts/en/drill.js'
import { summary as texts } from '../../texts/en/summary.js'
import { training } from '../../texts/en/training.js'
import { OwnCertificate } from './own-certificate.js'
import { ResultList } from './result-list.js'
import { useResults } from './use-results.js'

export interface SummaryProps {
  /** The name of the learner. */
  name: string | null
  exercise: Exercise
  score: Score
  challenges: ChallengeList
  drill: Drill | undefined
  /** The owner token. */
  token: string | undefined
  onBack(): void
}

/** The results of an exercise that has ended: what the learner has found and missed, with the exchanges. It can be printed. */
export function Summary({ name, exercise, score, challenges, drill, token, onBack }: SummaryProps) {
  const { results, failure } = useResults(token)
  const [showsAll, setShowAll] = useState(false)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    heading.current?.focus()
  }, [])
  const { title, startsAt, endsAt } = exercise
  // Without faults and reports, the exercise was about challenges or a drill alone.
  const hasFaults = (challenges.total === 0 && drill === undefined) || Boolean(score.total.happened || score.claims)
  const effects = Object.fromEntries(score.missed.map(({ fault, effect }) => [fault, effect]))
  return (
    <section class="summary" aria-labelledby="summary" data-testid="summary">
      <div class="summary-head">
        <div>
          <h2 id="summary" ref={heading} tabIndex={-1}>
            {texts.heading}
            {name !== null && (
              <>
                : <bdi>{name}</bdi>
              </>
            )}
          </h2>
          <p class="state">
            <bdi>{title ?? training.exercise.heading}</bdi>
            {endsAt !== null && `, ${texts.period(formatTime(startsAt), formatTime(endsAt))}`}
          </p>
        </div>
        <p class="buttons no-print">
          <button type="button" onClick={() => print()} data-testid="print-summary">
            {texts.print}
          </button>
          <button type="button" class="quiet" onClick={onBack} data-testid="leave-summary">
            {texts.back}
          </button>
        </p>
      </div>
      <Figures score={score} challenges={challenges} hasFaults={hasFaults} />
      <Failure failure={failure} />
      {results === undefined && failure === undefined && <p class="hint">{common.loading}</p>}
      {results && hasFaults && (
        <>
          <label class="check no-print">
            <input
              type="checkbox"
              checked={showsAll}
              onChange={({ currentTarget }) => setShowAll(currentTarget.checked)}
              data-testid="show-all-exchanges"
            />
            {texts.showAll}
          </label>
          <div class="summary-results">
            <ResultList
              heading={texts.found(results.found.length)}
              none={texts.noneFound}
              results={results.found}
              showsAll={showsAll}
              token={token}
              testId="found"
            />
            <ResultList
              heading={texts.missed(results.missed.length)}
              none={texts.noneMissed}
              results={results.missed}
              effects={effects}
              showsAll={showsAll}
              token={token}
              testId="missed-results"
            />
          </div>
        </>
      )}
      {score.foundDefects.length > 0 && (
        <section aria-labelledby="summary-defects">
          <h3 id="summary-defects">{texts.defects}</h3>
          <FoundDefects defects={score.foundDefects} />
        </section>
      )}
      {drill !== undefined && drill.goals.length > 0 && (
        <section aria-labelledby="summary-drill">
          <h3 id="summary-drill">{drillTexts.heading}</h3>
          <DrillReport drill={drill} />
        </section>
      )}
      {challenges.total > 0 && <ChallengeResults challenges={challenges} />}
      {name !== null && <OwnCertificate />}
    </section>
  )
}

interface FiguresProps extends Pick<SummaryProps, 'score' | 'challenges'> {
  hasFaults: boolean
}

function Figures({ score: { total, defects }, challenges: { solved, total: all }, hasFaults }: FiguresProps) {
  const figures: Partial<Record<keyof typeof texts.figures, string | number>> = {
    ...((hasFaults || all > 0) && { points: pointsOf([total, defects], solved) }),
    ...(hasFaults && {
      found: texts.of(total.found ?? 0, total.happened ?? 0),
      wrong: total.wrong ?? 0,
      precision: formatShare(total.precision),
      recall: formatShare(total.recall),
      f1: formatShare(total.f1),
    }),
    ...(all > 0 && { challenges: texts.of(solved, all) }),
  }
  return (
    <dl class="numbers">
      {Object.entries(figures).map(([name, value]) => (
        <div key={name}>
          <dt>{texts.figures[name as keyof typeof texts.figures]}</dt>
          <dd data-testid={`summary-${name}`}>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

function ChallengeResults({ challenges: { solved, total, challenges } }: Pick<SummaryProps, 'challenges'>) {
  const unsolved = challenges.filter((challenge) => !challenge.solved)
  return (
    <section aria-labelledby="summary-challenges" data-testid="summary-challenge-list">
      <h3 id="summary-challenges">{texts.challenges(solved, total)}</h3>
      <Titles challenges={challenges.filter((challenge) => challenge.solved)} />
      {unsolved.length > 0 && (
        <details>
          <summary data-testid="show-unsolved">{texts.unsolved(unsolved.length)}</summary>
          <Titles challenges={unsolved} />
        </details>
      )}
    </section>
  )
}

function Titles({ challenges }: Pick<ChallengeList, 'challenges'>) {
  return (
    <ul class="summary-challenges">
      {challenges.map(({ name, title }) => (
        <li key={name}>{title}</li>
      ))}
    </ul>
  )
}
