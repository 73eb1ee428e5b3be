import { DETAILED, type Row, type RowStatus } from '../../src/commands/report/report.js'
import { WithCode } from '../shared/text/with-code.js'
import { Facts, RowDetails } from './row-details.js'
import { rowId } from './use-open-row.js'

const SYMBOLS: Readonly<Record<RowStatus, string>> = {
  passed: '✓',
  failed: '✗',
  error: '!',
  warning: '!',
  skipped: '–',
}

interface RowListProps {
  heading: string
  status: RowStatus
  rows: readonly Row[]
  /** The tags that several rows of the report have. */
  tags: readonly string[]
  /** The name of the open row. */
  open: string
  /** Opens a row; with an empty name, none. */
  onOpen(name: string): void
}

/** The rows of a status, in as many columns as there is space for. The arrow keys move between them. */
export function RowList({ heading, status, rows, tags, open, onOpen }: RowListProps) {
  return (
    <section class={`rows ${status}`} data-testid={`rows-${status}`}>
      <h2>
        {heading} <span class="count">{rows.length}</span>
      </h2>
      <ul onKeyDown={moveFocus}>
        {rows.map((row) => (
          <li
            key={row.name}
            id={rowId(row.name)}
            class={row.name === open ? 'open' : ''}
            onKeyDown={({ key, currentTarget }) => {
              if (key !== 'Escape' || row.name !== open) return
              onOpen('')
              currentTarget.querySelector('button')?.focus()
            }}
          >
            <button
              type="button"
              class="row"
              title={row.title}
              aria-expanded={row.name === open}
              onClick={() => onOpen(row.name === open ? '' : row.name)}
              data-testid="row"
            >
              <span class="symbol" aria-hidden="true">
                {SYMBOLS[status]}
              </span>
              <span class="name">{row.name}</span>{' '}
              <small>{row.tags.filter((tag) => tags.includes(tag)).join(' · ')}</small>
            </button>
            {row.name === open && <RowDetails row={row} />}
            {row.name !== open && DETAILED.includes(status) && (
              <div class="on-paper">
                <p>
                  <WithCode text={row.title} />
                </p>
                <Facts row={row} isBrief />
              </div>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Moves the focus to the next row in the direction of an arrow key. */
function moveFocus(event: KeyboardEvent) {
  const from = (event.target as Element).closest('button.row')
  const direction = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowDown: [0, 1], ArrowUp: [0, -1] }[event.key]
  if (from === null || direction === undefined) return
  event.preventDefault()
  const [right = 0, down = 0] = direction
  const buttons = [...document.querySelectorAll<HTMLElement>('button.row')]
  const here = from.getBoundingClientRect()
  const distances = buttons.map((button) => {
    const { left, top } = button.getBoundingClientRect()
    return { button, across: Math.abs(left - here.left), along: (top - here.top) * down }
  })
  const next =
    down === 0
      ? buttons[buttons.indexOf(from as HTMLElement) + right]
      : distances.filter(({ along }) => along > 1).toSorted((a, b) => a.along - b.along || a.across - b.across)[0]
          ?.button
  next?.focus()
}
