import { STATUSES } from '../../contract/schemas/enumerations.js'
import { type ChunkedList, toList } from './chunked-list.js'
import { type StoredItem, toItems } from './items.js'
import { mergeSteps } from './merge.js'
import { COMMENT_KIND, FILE_KIND, IDS_KIND, ROOM_KIND, type Row, TASK_KIND } from './rows.js'
import { STEP_SIZE, type Steps } from './steps.js'
import { type CommentRecord, fromRow, sizeOf, type TaskRecord, toComment, withComments } from './task-record.js'
import type { LastIds } from './values.js'
import { type BoardVersion, changeUsage, emptyVersion } from './version.js'

/** The number of tasks of a column that are sorted in one step. */
const SORTED_MAX = 4096

/** The kinds of rows that a board does not keep in memory. A room of one board can have its id. */
const NOT_LOADED: ReadonlySet<string> = new Set([FILE_KIND, ROOM_KIND])

/** Reads a board from its rows. */
export interface Loader {
  /** Adds a row. The rows of a kind must arrive by ascending id; rows that say only that a blob is used are left out. */
  add(row: Pick<Row, 'kind' | 'id' | 'value'>): void
  /** Makes the version that all rows contain. */
  finish(): Steps<BoardVersion>
}

export function createLoader(): Loader {
  const tasks: TaskRecord[] = []
  const comments = new Map<number, CommentRecord[]>()
  const items = new Map<string, StoredItem[]>()
  let lastIds: LastIds | undefined
  return {
    add({ kind, id, value }) {
      const content = value as string
      if (kind === IDS_KIND) lastIds = JSON.parse(content)
      else if (kind === TASK_KIND) tasks.push(fromRow(content))
      else if (kind === COMMENT_KIND) {
        const { task, ...comment } = JSON.parse(content)
        const others = comments.get(task)
        if (others === undefined) comments.set(task, [toComment(comment)])
        else others.push(toComment(comment))
      } else if (!NOT_LOADED.has(kind)) {
        const others = items.get(kind)
        if (others === undefined) items.set(kind, [{ id, json: content }])
        else others.push({ id, json: content })
      }
    },
    *finish() {
      return { ...(yield* assemble(withOwnComments(tasks, comments), lastIds)), items: toItems(items) }
    },
  }
}

function* withOwnComments(tasks: readonly TaskRecord[], comments: ReadonlyMap<number, CommentRecord[]>) {
  for (const task of tasks) {
    const own = comments.get(task.id)
    yield own === undefined ? task : withComments(task, own, sizeOf(own))
  }
}

/**
 * Makes a version of tasks that are sorted by id.
 *
 * @param lastIds by default, no ids were assigned
 */
export function* assemble(tasks: Iterable<TaskRecord>, lastIds: LastIds | undefined): Steps<BoardVersion> {
  const version = emptyVersion(lastIds)
  const all: TaskRecord[] = []
  const columns = STATUSES.map((): TaskRecord[] => [])
  let { usage } = version
  for (const task of tasks) {
    all.push(task)
    columns[task.status]?.push(task)
    usage = changeUsage(usage, undefined, task)
    if (all.length % STEP_SIZE === 0) yield
  }
  const sorted: ChunkedList<TaskRecord>[] = []
  for (const column of columns) {
    sorted.push(toList(yield* sortByKey(column)))
    yield
  }
  return { ...version, tasks: toList(all), columns: sorted, usage }
}

function* sortByKey(tasks: readonly TaskRecord[]): Steps<readonly TaskRecord[]> {
  if (tasks.every(({ key }, index) => index === 0 || key > (tasks[index - 1] as TaskRecord).key)) return tasks
  const compare = (a: TaskRecord, b: TaskRecord) => a.key - b.key
  const parts: TaskRecord[][] = []
  for (let start = 0; start < tasks.length; start += SORTED_MAX) {
    parts.push(tasks.slice(start, start + SORTED_MAX).sort(compare))
    yield
  }
  return yield* mergeSteps(parts, compare, 0, tasks.length)
}
