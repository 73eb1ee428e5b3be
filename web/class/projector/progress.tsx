import type { Exercise as ExerciseData } from '../../../src/classroom/exercises/schemas.js'
import type { ClassProjection } from '../../../src/classroom/projector/schemas.js'
import { serverNow } from '../../shared/service/server-clock.js'
import { formatCountdown } from '../../shared/text/format.js'
import { useNow } from '../../shared/training/exercise.js'
import { drill as drillTexts } from '../../texts/en/drill.js'
import { texts } from '../../texts/en/projector.js'
import type { Attendance } from '../service/seats.js'
import type { Pace } from './use-projection.js'

interface ProgressProps {
  exercise: ExerciseData | undefined
  projection: ClassProjection | undefined
  attendance: Attendance
  pace: Pace
}

/** The time that is left, and the figures of the class. */
export function Progress({ exercise, projection, attendance, pace }: ProgressProps) {
  if (projection === undefined) return null
  const { found, defects, challenges, solved, running, finished, ranking } = projection
  const hasDrill = exercise?.drill !== undefined
  const best = ranking[0]?.drill ?? null
  const { joined, all, free } = attendance
  return (
    <div class="projector-progress">
      {exercise && <Clock exercise={exercise} />}
      <dl class="projector-figures">
        <Figure label={texts.figures.joined} value={free > 0 ? joined : texts.of(joined, all)} testId="figure-joined" />
        {found !== null && !hasDrill && (
          <Figure label={texts.figures[defects ? 'finds' : 'found']} value={found} testId="figure-found" />
        )}
        {hasDrill && exercise?.state === 'running' && (
          <Figure label={texts.figures.running} value={running} testId="figure-running" />
        )}
        {hasDrill && <Figure label={texts.figures.finished} value={finished} testId="figure-finished" />}
        {hasDrill && best !== null && (
          <Figure label={texts.figures.best} value={drillTexts.percent(best)} testId="figure-best" />
        )}
        {challenges > 0 && exercise && <Figure label={texts.figures.solved} value={solved} testId="figure-solved" />}
        {exercise?.state !== 'ended' && (
          <Figure label={texts.figures.pace(pace.seconds)} value={pace.requests} testId="figure-pace" />
        )}
      </dl>
    </div>
  )
}

function Figure({ label, value, testId }: { label: string; value: number | string; testId: string }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd data-testid={testId}>{value}</dd>
    </div>
  )
}

/** The countdown to the start or the end of the exercise, or its state. */
export function Clock({ exercise: { state, startsAt, endsAt } }: { exercise: ExerciseData }) {
  useNow()
  const target = state === 'pending' ? startsAt : state === 'running' ? endsAt : null
  return (
    <p class="projector-clock">
      <span class="hint">{texts.clock[state === 'running' && endsAt === null ? 'open' : state]}</span>
      {target !== null && (
        <strong role="timer" data-testid="projector-countdown">
          {formatCountdown(Date.parse(target) - serverNow())}
        </strong>
      )}
    </p>
  )
}
