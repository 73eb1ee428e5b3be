import { memo } from 'preact/compat'
import type { ClassBoard } from '../../src/management/classes/schemas.js'
import { formatRecent, formatShare } from '../shared/format.js'
import { texts } from '../texts/en/class.js'

const { table } = texts

interface LearnersTableProps {
  learners: readonly ClassBoard[]
  /** Whether hints lower the scores. */
  hasCredit: boolean
  onOpen(id: string): void
}

/** The learners of a class with their activity and their scores. */
export function LearnersTable({ learners, hasCredit, onOpen }: LearnersTableProps) {
  const columns = Object.entries(table.columns).filter(([name]) => hasCredit || !['hints', 'credit'].includes(name))
  return (
    <section aria-labelledby="learners">
      <h2 id="learners" tabIndex={-1}>
        {table.heading(learners.filter(({ joined }) => joined).length, learners.length)}
      </h2>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a table that is wider than the page scrolls with the keyboard */}
      <section class="scroll" aria-label={table.label} tabIndex={0}>
        <table data-testid="learners">
          <thead>
            <tr>
              {columns.map(([name, label]) => (
                <th scope="col" key={name}>
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {learners.map((learner) => (
              <Row key={learner.id} learner={learner} hasCredit={hasCredit} onOpen={onOpen} />
            ))}
          </tbody>
        </table>
      </section>
    </section>
  )
}

interface RowProps extends Pick<LearnersTableProps, 'hasCredit' | 'onOpen'> {
  learner: ClassBoard
}

const Row = memo(function Row({ learner, hasCredit, onOpen }: RowProps) {
  const { id, name, joined, lastActivity, requests, claims, hintsTaken, total, grade } = learner
  return (
    <tr data-testid="learner">
      <th scope="row">
        <button type="button" class="link" dir="auto" onClick={() => onOpen(id)} data-testid="open-learner">
          {name ?? (joined ? table.erased : table.free)}
        </button>
        {!joined && <span class="hint"> {table.notJoined}</span>}
      </th>
      <td data-testid="learner-requests">{requests}</td>
      <td data-testid="learner-faults">{total.happened}</td>
      <td data-testid="learner-claims">{claims}</td>
      {hasCredit && <td data-testid="learner-hints">{hintsTaken}</td>}
      <td data-testid="learner-found">{total.found}</td>
      {hasCredit && <td data-testid="learner-credit">{total.credit}</td>}
      <td data-testid="learner-wrong">{total.wrong}</td>
      <td data-testid="learner-precision">{formatShare(total.precision)}</td>
      <td data-testid="learner-recall">{formatShare(total.recall)}</td>
      <td data-testid="learner-f1">{formatShare(total.f1)}</td>
      <td data-testid="learner-grade">{grade ? `${grade.found}/${grade.defects}` : '–'}</td>
      <td data-testid="learner-activity">{lastActivity === null ? '–' : formatRecent(lastActivity)}</td>
    </tr>
  )
})
