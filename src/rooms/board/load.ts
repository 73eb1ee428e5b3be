import { STATUSES } from '../../contract/schemas/enumerations.js'
import { toList } from './chunked-list.js'
import { addTo, COMMENT_KIND, FILE_KIND, IDS_KIND, type StoredRow, TASK_KIND, toItems } from './items.js'
import { mergeSteps } from './merge.js'
import { damagedRow } from './parse-row.js'
import { STEP_SIZE, type Steps } from './steps.js'
import { type CommentRecord, fromCommentRow, fromRow, type TaskRecord, taskOfComment } from './task-record.js'
import type { LastIds } from './values.js'
import { type BoardVersion, changeUsage, emptyVersion } from './version.js'

/** The number of rows that are parsed in one step, and of tasks of a column that are sorted in one. */
const ROWS_PER_STEP = 64
const SORTED_MAX = 4096

/** Creates what reads a board from its rows. `scope` is that of the rows. */
export function createLoader(scope: string) {
  const tasks: TaskRecord[] = []
  const comments = new Map<number, CommentRecord[]>()
  const items: StoredRow[] = []
  let lastIds: LastIds | undefined

  function add(row: StoredRow): void {
    const { kind, id, value } = row
    if (kind === IDS_KIND) lastIds = JSON.parse(value)
    else if (kind === TASK_KIND) tasks.push(fromRow(value, comments))
    else if (kind === COMMENT_KIND) {
      const comment = fromCommentRow(Number(id), value)
      addTo(comments, taskOfComment(comment), comment)
    } else if (kind !== FILE_KIND) items.push(row)
  }

  return {
    /**
     * Adds rows. They must arrive by kind and id, as the storage reads them: the comments before their tasks.
     *
     * @throws StoreUnavailable if a row is damaged
     */
    *add(rows: readonly StoredRow[]): Steps<void> {
      for (const [index, row] of rows.entries()) {
        try {
          add(row)
        } catch (error) {
          throw damagedRow({ scope, ...row }, error)
        }
        if (index % ROWS_PER_STEP === 0) yield
      }
    },
    /** Makes the version that all rows contain. */
    *finish(): Steps<BoardVersion> {
      return { ...(yield* assemble(tasks, lastIds)), items: toItems(items) }
    },
  }
}

/**
 * Makes a version of tasks that are sorted by id.
 *
 * @param lastIds by default, no ids were assigned
 */
export function* assemble(tasks: readonly TaskRecord[], lastIds: LastIds | undefined): Steps<BoardVersion> {
  const version = emptyVersion(lastIds)
  const columns = STATUSES.map((): TaskRecord[] => [])
  let { usage } = version
  for (const [index, task] of tasks.entries()) {
    columns[task.status]?.push(task)
    usage = changeUsage(usage, undefined, task)
    if (index % STEP_SIZE === STEP_SIZE - 1) yield
  }
  const sorted: BoardVersion['columns'][number][] = []
  for (const column of columns) sorted.push(toList(yield* sortByKey(column)))
  return { ...version, tasks: toList(tasks), columns: sorted, usage }
}

function* sortByKey(tasks: readonly TaskRecord[]): Steps<readonly TaskRecord[]> {
  const compare = (a: TaskRecord, b: TaskRecord) => a.key - b.key
  const parts: TaskRecord[][] = []
  for (let start = 0; start < tasks.length; start += SORTED_MAX) {
    if (start > 0) yield
    parts.push(tasks.slice(start, start + SORTED_MAX).sort(compare))
  }
  return yield* mergeSteps(parts, compare, 0, tasks.length)
}
