import type { Test } from 'tap'
import { DEFAULT_BOARD } from '../../../../src/contract/board-id.js'
import { parseJson } from '../../../../src/contract/json.js'
import { STATUSES } from '../../../../src/contract/schemas/enumerations.js'
import type { Task } from '../../../../src/contract/schemas/task.js'
import { toTimestamp } from '../../../../src/contract/time.js'
import type { File, TaskQuery, TaskValues } from '../../../../src/rooms/board/values.js'
import type { NewBoard } from '../../../../src/rooms/board-life.js'
import type { Store } from '../../../../src/rooms/store.js'
import type { LogEntry } from '../../../../src/rules/log/entry.js'

export const BOARD = DEFAULT_BOARD
export const MEBIBYTE = 1_048_576

/** Defines a test that runs on an empty store. The suite closes it. */
export type Rule = (title: string, test: (t: Test, store: Store) => Promise<void>) => void

/** Returns the timestamp this many seconds after the start time of the tests. */
export function at(seconds: number): string {
  return toTimestamp(Date.parse('2026-03-02T08:30:00Z') + seconds * 1000)
}

export function values(overrides: Partial<TaskValues> = {}): TaskValues {
  return {
    title: 'A task',
    description: null,
    status: 'TODO',
    priority: 'MEDIUM',
    dueDate: null,
    labels: [],
    checklistItems: [],
    ...overrides,
  }
}

export function file(fileName: string, bytes: Uint8Array | string = fileName): File {
  return { fileName, contentType: 'text/plain', bytes: Buffer.from(bytes) }
}

export function newBoard(id: string, overrides: Partial<NewBoard> = {}): NewBoard {
  return { id, name: null, ownerTokenHash: `hash of ${id}`, faultSeed: 7, ...overrides }
}

/** Generates pseudo-random integers below an end, the same for the same seed (mulberry32). */
export function createRandom(seed: number): (end: number) => number {
  let state = seed
  return (end) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * end)
  }
}

/** Compares two values as JSON, because the prototypes of the store's objects do not matter. */
export function same(t: Test, found: unknown, expected: unknown, message = 'the same'): void {
  t.strictSame(JSON.parse(JSON.stringify(found)), JSON.parse(JSON.stringify(expected)), message)
}

/** Reads a task and parses it. */
export async function readTask(store: Store, board: string, id: number): Promise<Task> {
  return parseJson(await store.getTask(board, id))
}

/** Reads a page of tasks and parses them. */
export async function readPage(store: Store, board: string, query: TaskQuery) {
  const { tasks, total } = await store.listTasks(board, query)
  return { tasks: parseJson(tasks), total }
}

/** Reads all tasks, by ascending id. */
export async function readAll(store: Store, board = BOARD): Promise<Task[]> {
  const tasks: Task[] = []
  for (let page = 0; ; page++) {
    const found = await readPage(store, board, query({ page, size: 100 }))
    if (found.tasks.length === 0) return tasks
    tasks.push(...found.tasks)
  }
}

/** Fails unless the values of `sortOrder` in every column are exactly 0 … n−1 (decision 18). */
export function assertContiguous(t: Test, tasks: Pick<Task, 'status' | 'sortOrder'>[]): void {
  for (const status of STATUSES) {
    const positions = tasks.filter((task) => task.status === status).map(({ sortOrder }) => sortOrder)
    const expected = [...positions.keys()]
    positions.sort((a, b) => a - b)
    t.strictSame(positions, expected, `the column ${status} has the positions 0 … n−1`)
  }
}

export async function createTasks(store: Store, count: number, overrides: Partial<TaskValues> = {}) {
  const tasks: Task[] = []
  for (let index = 0; index < count; index++) {
    tasks.push(await store.createTask(BOARD, values(overrides), at(0)))
  }
  return tasks
}

export async function createTaskId(store: Store, overrides: Partial<TaskValues> = {}): Promise<number> {
  return (await store.createTask(BOARD, values(overrides), at(0))).id
}

export function query(overrides: Partial<TaskQuery> = {}): TaskQuery {
  return { page: 0, size: 20, sort: 'id', direction: 'asc', ...overrides }
}

export async function findIds(store: Store, overrides: Partial<TaskQuery>): Promise<number[]> {
  return (await readPage(store, BOARD, query(overrides))).tasks.map(({ id }) => id)
}

export function idsOf(entries: { id: number }[]): number[] {
  return entries.map(({ id }) => id)
}

/** A request in the log. */
export function entry(overrides: Partial<LogEntry> = {}): LogEntry {
  return {
    time: at(0),
    ordinal: null,
    method: 'GET',
    route: '/api/v1/tasks',
    path: '/api/v1/tasks',
    query: null,
    status: 200,
    size: 0,
    duration: 1234,
    requestId: 'a-request',
    drawn: [],
    changed: [],
    isClaimable: false,
    ...overrides,
  }
}

/** A response of buggy that can be claimed. */
export function response(requestId: string, changed: string[] = [], overrides: Partial<LogEntry> = {}): LogEntry {
  const path = '/api/buggy/tasks'
  return entry({
    ordinal: 0,
    route: path,
    path,
    duration: 1,
    requestId,
    drawn: changed,
    changed,
    isClaimable: true,
    ...overrides,
  })
}
