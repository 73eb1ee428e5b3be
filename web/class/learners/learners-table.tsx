import { memo } from 'preact/compat'
import type { ClassBoard } from '../../../src/classroom/classes/schemas.js'
import { formatShare, formatTime } from '../../shared/text/format.js'
import { texts } from '../../texts/en/class.js'
import { drill as drillTexts } from '../../texts/en/drill.js'
import { type Activity, recentActivity } from '../service/activity.js'
import { type ColumnName, type LearnerEntry, nextSorting, type Sorting } from './learner-columns.js'
import type { LearnerStatus } from './learner-status.js'
import { relativeTime } from './relative-time.js'
import { Sparkline, sparklineOf } from './sparkline.js'

const { table } = texts

const COLUMNS = Object.entries(table.columns) as [ColumnName, string][]

interface LearnersTableProps {
  entries: readonly LearnerEntry[]
  activity: Activity
  /** The time of the service, in milliseconds since 1970. */
  now: number
  hasChallenges: boolean
  /** Whether the exercise has a drill. */
  hasDrill: boolean
  /** Whether hints lower the scores. */
  hasCredit: boolean
  sorting: Sorting | undefined
  onSort(sorting: Sorting | undefined): void
  onOpen(id: string): void
}

/** The table of learners with their activity and their scores. */
export function LearnersTable(props: LearnersTableProps) {
  const { entries, activity, now, hasChallenges, hasDrill, hasCredit, sorting, onSort, onOpen } = props
  const hidden: ColumnName[] = [
    ...(hasChallenges ? [] : (['challenges'] as const)),
    ...(hasDrill ? [] : (['drill'] as const)),
    ...(hasCredit ? [] : (['hints', 'credit'] as const)),
  ]
  const recent = entries.map(({ learner }) => recentActivity(activity, learner.id, now))
  const max = Math.max(1, ...recent.flat())
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a table that is wider than the page scrolls with the keyboard
    <section class="scroll" aria-label={table.label} tabIndex={0}>
      <table data-testid="learners">
        <thead>
          <tr>
            {COLUMNS.filter(([name]) => !hidden.includes(name)).map(([name, label]) => (
              <th scope="col" key={name} aria-sort={sortOf(name, sorting)}>
                <button
                  type="button"
                  class="sort"
                  onClick={() => onSort(nextSorting(sorting, name))}
                  data-testid={`sort-${name}`}
                >
                  {label}
                </button>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {entries.map(({ learner, status }, index) => (
            <Row
              key={learner.id}
              learner={learner}
              status={status}
              since={learner.lastActivity === null ? '–' : relativeTime(learner.lastActivity, now)}
              activity={sparklineOf(recent[index] as number[], max)}
              hasChallenges={hasChallenges}
              hasDrill={hasDrill}
              hasCredit={hasCredit}
              onOpen={onOpen}
            />
          ))}
        </tbody>
      </table>
    </section>
  )
}

function sortOf(column: ColumnName, sorting: Sorting | undefined): 'ascending' | 'descending' | 'none' {
  if (sorting?.column !== column) return 'none'
  return sorting.isDescending ? 'descending' : 'ascending'
}

interface RowProps extends Pick<LearnersTableProps, 'hasChallenges' | 'hasDrill' | 'hasCredit' | 'onOpen'> {
  learner: ClassBoard
  status: LearnerStatus
  /** How long ago the last request was. */
  since: string
  /** The path of the sparkline. */
  activity: string
}

/** All values are texts, numbers or the same object as before, so a row changes only with its learner. */
const Row = memo(function Row({
  learner,
  status,
  since,
  activity,
  hasChallenges,
  hasDrill,
  hasCredit,
  onOpen,
}: RowProps) {
  const { id, name, joined, lastActivity, requests, claims, hintsTaken, challenges, total, drill, grade } = learner
  return (
    <tr data-testid="learner">
      <th scope="row">
        <button type="button" class="link" dir="auto" onClick={() => onOpen(id)} data-testid="open-learner">
          {name ?? (joined ? table.erased : table.free)}
        </button>
      </th>
      <td>
        <span class={`status ${status}`} data-testid="learner-status">
          {table.statuses[status]}
        </span>
      </td>
      <td class="activity">
        <Sparkline path={activity} />
        <span title={lastActivity === null ? undefined : formatTime(lastActivity)} data-testid="learner-activity">
          {since}
        </span>
      </td>
      <td data-testid="learner-requests">{requests}</td>
      {hasChallenges && (
        <td data-testid="learner-challenges">
          {challenges.solved}/{challenges.total}
          <Progress part={challenges.solved} all={challenges.total} />
        </td>
      )}
      {hasDrill && (
        <td data-testid="learner-drill">
          {drill?.best == null ? table.drillStates[drill?.state ?? 'ready'] : drillTexts.percent(drill.best)}
          <Progress part={drill?.best ?? 0} all={100} />
        </td>
      )}
      <td data-testid="learner-faults">{total.happened}</td>
      <td data-testid="learner-claims">{claims}</td>
      {hasCredit && <td data-testid="learner-hints">{hintsTaken}</td>}
      <td data-testid="learner-found">
        {total.found}
        <Progress part={total.found ?? 0} all={total.happened ?? 0} />
      </td>
      {hasCredit && <td data-testid="learner-credit">{total.credit}</td>}
      <td data-testid="learner-wrong">{total.wrong}</td>
      <td data-testid="learner-precision">{formatShare(total.precision)}</td>
      <td data-testid="learner-recall">{formatShare(total.recall)}</td>
      <td data-testid="learner-f1">{formatShare(total.f1)}</td>
      <td data-testid="learner-grade">{grade ? `${grade.found}/${grade.defects}` : '–'}</td>
    </tr>
  )
})

/** A bar that shows a part of a number. The number itself is beside it. */
function Progress({ part, all }: { part: number; all: number }) {
  const share = all === 0 ? 0 : Math.min(1, part / all)
  return (
    <span class="progress" aria-hidden="true">
      <span style={{ width: `${share * 100}%` }} />
    </span>
  )
}
