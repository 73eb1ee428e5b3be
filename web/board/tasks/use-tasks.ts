import { useCallback, useRef, useState } from 'preact/hooks'
import { STATUSES, type Status } from '../../../src/contract/schemas/enumerations.js'
import type { TaskSummary } from '../../../src/contract/schemas/task.js'
import { RequestFailed } from '../../shared/service/api.js'
import { useReload } from '../../shared/service/use-reload.js'
import { board as texts } from '../../texts/en/board.js'
import type { Contract } from '../service/contract.js'
import { load } from '../service/load.js'
import { columnOf, type Task, toTasks } from './task.js'

/** The number of tasks that one request loads, which is the longest page. */
const PAGE_SIZE = 100

/** The time in milliseconds for which the columns may be out of date while changes arrive faster than loads. */
const STALE_MAX = 2000

/** Sends a GET request, and returns the JSON of the response. */
type Loader = (path: string) => Promise<unknown>

export interface Column {
  tasks: readonly Task[]
  /** The number of tasks in the column that match the filters. */
  total: number
}

export type Columns = Readonly<Record<Status, Column>>

export interface Filters {
  search: string
  priority: string
}

export interface Tasks {
  /** The columns; `undefined` until they are loaded. */
  columns: Columns | undefined
  /** The number of tasks in each column, without filters. */
  summary: TaskSummary | undefined
  filters: Filters
  /** The reason why the last load through v1 has failed. */
  failure: RequestFailed | undefined
  /** Loads all columns through v1. A call during another one is remembered, and several calls make one more load. */
  refresh(): Promise<void>
  /**
   * Loads all columns for the user, with filters.
   *
   * @throws RequestFailed
   */
  show(filters: Filters, loader: Loader): Promise<void>
  /** Loads more tasks of a column. */
  showMore(status: Status): Promise<void>
  /** Shows columns until they are loaded again. */
  setColumns(columns: Columns): void
}

/**
 * Keeps the tasks of the board.
 *
 * @param contract the contract, which decides only how long columns are sorted
 * @param initial the filters of the first load
 */
export function useTasks(contract: Promise<Contract>, initial: Filters): Tasks {
  const [columns, setColumns] = useState<Columns>()
  const [summary, setSummary] = useState<TaskSummary>()
  const [filters, setFilters] = useState(initial)
  const [failure, setFailure] = useState<RequestFailed>()
  const state = useRef({
    filters: initial,
    pages: { TODO: 1, IN_PROGRESS: 1, DONE: 1 },
    /** The filters that too many tasks match for one page, so each column is loaded by itself. */
    large: undefined as Filters | undefined,
    /** When the columns were shown, in milliseconds since the start of the page. */
    shownAt: Number.NEGATIVE_INFINITY,
    /** When the last load through v1 has ended; infinite while one runs. */
    endedAt: 0,
  })

  const loadColumns = useCallback(
    async (loader: Loader, given: Filters): Promise<Columns> => {
      const { current } = state
      if (given !== current.large) {
        const columns = toColumns(await loader(`/tasks?${queryOf({ ...given, page: 0 })}`))
        if (columns !== undefined) return columns
        current.large = given
      }
      const isOrdered = (await contract).has('reorderTask')
      const loaded = await Promise.all(
        STATUSES.map(async (status) => {
          const pages = await Promise.all(
            Array.from({ length: current.pages[status] }, (_, page) =>
              loader(`/tasks?${queryOf({ ...given, status, page, isOrdered })}`),
            ),
          )
          return [status, joinPages(pages)] as const
        }),
      )
      const columns = Object.fromEntries(loaded) as Columns
      const total = STATUSES.reduce((sum, status) => sum + columns[status].total, 0)
      if (total <= PAGE_SIZE) current.large = undefined
      return columns
    },
    [contract],
  )

  const showColumns = useCallback((shown: Columns) => {
    state.current.shownAt = performance.now()
    setColumns(shown)
  }, [])

  const refresh = useReload(async (isRepeated) => {
    const { current } = state
    current.endedAt = Number.POSITIVE_INFINITY
    const given = current.filters
    const start = performance.now()
    try {
      const [loaded, counted] = await Promise.all([loadColumns(load, given), load<TaskSummary>('/tasks/summary')])
      // The user has moved a task meanwhile, or has changed the filters. Another load follows.
      if (given !== current.filters || current.shownAt > start) return
      if (isRepeated() && performance.now() - current.shownAt < STALE_MAX) return
      showColumns(loaded)
      setSummary(counted)
      setFailure(undefined)
    } catch (error) {
      if (!(error instanceof RequestFailed)) throw error
      setFailure(error)
    } finally {
      current.endedAt = performance.now()
    }
  })

  const show = useCallback(
    async (given: Filters, loader: Loader) => {
      const { current } = state
      const start = performance.now()
      const loaded = await loadColumns(loader, given)
      current.filters = given
      setFilters(given)
      showColumns(loaded)
      // A load meanwhile can be newer than these columns, and one that still runs has the previous filters.
      if (current.endedAt >= start) await refresh()
    },
    [loadColumns, showColumns, refresh],
  )

  const showMore = useCallback(
    async (status: Status) => {
      state.current.pages[status]++
      await refresh()
    },
    [refresh],
  )

  return { columns, summary, filters, failure, refresh, show, showMore, setColumns: showColumns }
}

interface Query extends Filters {
  status?: Status
  page: number
  isOrdered?: boolean
}

function queryOf({ search, priority, status, page, isOrdered = false }: Query) {
  return new URLSearchParams({
    ...(status && { status }),
    ...(isOrdered && { sort: 'sortOrder' }),
    ...(search !== '' && { search }),
    ...(priority !== '' && { priority }),
    page: String(page),
    size: String(PAGE_SIZE),
  })
}

/**
 * Divides a page of tasks into columns.
 *
 * @returns `undefined` if the page does not have all tasks
 * @throws RequestFailed if it is no list of tasks
 */
function toColumns(body: unknown): Columns | undefined {
  const { tasks, total } = readPage(body)
  if (total > tasks.length) return undefined
  const sorted = tasks.toSorted((a, b) => (a.sortOrder ?? 0) - (b.sortOrder ?? 0))
  const columnFor = (status: Status): Column => {
    const own = sorted.filter((task) => columnOf(task) === status)
    return { tasks: own, total: own.length }
  }
  return { TODO: columnFor('TODO'), IN_PROGRESS: columnFor('IN_PROGRESS'), DONE: columnFor('DONE') }
}

/** @throws RequestFailed if a page is no list of tasks */
function joinPages(pages: readonly unknown[]): Column {
  const read = pages.map(readPage)
  const tasks = read.flatMap((page) => page.tasks)
  // Tasks can move between two pages while they are loaded.
  const unique = [...new Map(tasks.map((task) => [task.id, task])).values()]
  return { tasks: unique, total: read[0]?.total ?? 0 }
}

function readPage(body: unknown) {
  const page = toTasks(body)
  if (page === undefined) throw new RequestFailed(texts.noTasks)
  return page
}
