import { useState } from 'preact/hooks'
import type { ClassBoard } from '../../../src/classroom/classes/schemas.js'
import type { Exercise } from '../../../src/classroom/exercises/schemas.js'
import { nameKey } from '../../../src/rooms/classes/same-name.js'
import { EmptyState } from '../../shared/parts/empty-state.js'
import { Field } from '../../shared/parts/field.js'
import { Users } from '../../shared/parts/icons.js'
import { serverNow } from '../../shared/service/server-clock.js'
import { useNow } from '../../shared/training/exercise.js'
import { texts } from '../../texts/en/class.js'
import type { Activity } from '../service/activity.js'
import { attendanceOf, isFree } from '../service/seats.js'
import { type Sorting, sortLearners } from './learner-columns.js'
import { type LearnerStatus, STATUSES, statusOf } from './learner-status.js'
import { LearnersTable } from './learners-table.js'

const { table } = texts

/** The time between two updates of statuses and relative times, in milliseconds. */
const REFRESH = 5000

interface LearnersProps {
  learners: readonly ClassBoard[]
  activity: Activity
  exercise: Exercise | undefined
  onOpen(id: string): void
}

/** The learners of a class, whom the trainer can search, filter by status and sort. */
export function Learners({ learners: boards, activity, exercise, onOpen }: LearnersProps) {
  useNow(REFRESH)
  const [search, setSearch] = useState('')
  const [filter, setFilter] = useState<LearnerStatus>()
  const [sorting, setSorting] = useState<Sorting>()
  const now = serverNow()
  const learners = boards.filter((board) => !isFree(board))
  const entries = learners.map((learner) => ({ learner, status: statusOf(learner, exercise, now) }))
  const wanted = nameKey(search)
  const found = entries.filter(
    ({ learner, status }) =>
      (filter === undefined || status === filter) && nameKey(learner.name ?? '').includes(wanted),
  )
  return (
    <section aria-labelledby="learners">
      <h2 id="learners" tabIndex={-1}>
        {table.heading(attendanceOf(boards))}
      </h2>
      {learners.length === 0 ? (
        <EmptyState icon={Users} testId="no-learners">
          <p>{table.empty}</p>
        </EmptyState>
      ) : (
        <>
          <div class="learner-filters">
            <Field
              label={table.search}
              type="search"
              value={search}
              onInput={({ currentTarget }) => setSearch(currentTarget.value)}
              autocomplete="off"
              testId="learner-search"
            />
            <fieldset class="statuses">
              <legend class="hidden">{table.filter}</legend>
              {STATUSES.map((status) => (
                <button
                  key={status}
                  type="button"
                  class={`quiet status ${status}`}
                  aria-pressed={filter === status}
                  title={table.statusHints[status]}
                  onClick={() => setFilter(filter === status ? undefined : status)}
                  data-testid={`filter-${status}`}
                >
                  {table.statuses[status]} <b>{entries.filter((entry) => entry.status === status).length}</b>
                </button>
              ))}
            </fieldset>
          </div>
          <LearnersTable
            entries={sortLearners(found, sorting)}
            activity={activity}
            now={now}
            hasChallenges={learners.some(({ challenges }) => challenges.total > 0) && exercise !== undefined}
            hasDrill={exercise?.drill !== undefined}
            hasCredit={exercise?.hints === 'counted'}
            sorting={sorting}
            onSort={setSorting}
            onOpen={onOpen}
          />
          <p class="hint" role="status" data-testid="learners-found">
            {found.length < learners.length && table.found(found.length, learners.length)}
          </p>
        </>
      )}
    </section>
  )
}
