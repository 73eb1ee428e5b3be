import fc from 'fast-check'
import type { Status } from '../clients/client.js'
import { arbitraryOf } from './arbitrary-of-schema.js'
import { type Contract, hasOperation, operationOf } from './documents.js'
import {
  addTask,
  type Board,
  moveTask,
  removeAllTasks,
  removeTask,
  reorderedOf,
  replaceTask,
  taskOf,
  tasksOf,
} from './model.js'
import { listOf } from './model-of-lists.js'
import { queryOf } from './requests.js'
import { type Action, assertSame, pickTask, type Scene, type TaskPlan } from './steps.js'
import type { SentTask } from './views.js'

/** Mostly one of the tasks, sometimes a deleted one, rarely one that never existed. */
export const taskPlan: fc.Arbitrary<TaskPlan> = fc.record({
  nth: fc.nat(20),
  from: fc.oneof(
    { weight: 16, arbitrary: fc.constant('board') },
    { weight: 4, arbitrary: fc.constant('deleted') },
    { weight: 1, arbitrary: fc.constant('none') },
  ),
})

/** Valid JSON bodies of an operation, from the document. */
export function inputOf<T>(contract: Contract, operation: string): fc.Arbitrary<T> {
  const { schema } = operationOf(contract, operation).content['application/json'] ?? {}
  if (schema === undefined) throw new Error(`${operation} takes no JSON`)
  return arbitraryOf(contract, schema) as fc.Arbitrary<T>
}

/** Actions that add tasks. */
export function newTasks(contract: Contract): fc.WeightedArbitrary<Action> {
  return { weight: 30, arbitrary: inputOf<SentTask>(contract, 'createTask').map(create) }
}

/** Actions on tasks. */
export function taskActions(contract: Contract): fc.WeightedArbitrary<Action>[] {
  const input = inputOf<SentTask>(contract, 'createTask')
  return [
    newTasks(contract),
    { weight: 10, arbitrary: fc.tuple(taskPlan, input).map(([plan, json]) => replace(plan, () => json)) },
    {
      weight: 15,
      arbitrary: fc
        .tuple(taskPlan, input, fc.boolean(), fc.array(fc.nat(20), { minLength: 7, maxLength: 7 }))
        .map(([plan, json, keepsStatus, order]) =>
          replace(plan, (scene) => sendBack(scene, plan, json, keepsStatus, order)),
        ),
    },
    ...(hasOperation(contract, 'reorderTask') ? [moves(contract)] : []),
    { weight: 10, arbitrary: taskPlan.map(remove) },
    { weight: 5, arbitrary: taskPlan.map(get) },
    { weight: 5, arbitrary: fc.constant(summarise) },
    {
      weight: 25,
      arbitrary: fc.tuple(queryOf(contract, operationOf(contract, 'listTasks')), searchPlan).map(list),
    },
    { weight: 4, arbitrary: fc.constant(removeAll) },
  ]
}

function moves(contract: Contract): fc.WeightedArbitrary<Action> {
  const reorder = inputOf<{ targetStatus: Status; targetIndex: number }>(contract, 'reorderTask')
  return {
    weight: 30,
    arbitrary: fc
      .tuple(taskPlan, reorder, fc.nat(6))
      .map(([plan, { targetStatus, targetIndex }, near]) =>
        move(plan, { targetStatus, targetIndex: targetIndex > 20 ? targetIndex : near }),
      ),
  }
}

const notFound = (id: number) => `Task not found with id: ${id}`

function create(json: SentTask): Action {
  return async ({ board, base, view, send, newId, now }) => {
    const { json: task, headers } = await send(201, 'POST /tasks', { json })
    const itemId = (index: number) => newId('item', task.checklistItems[index]?.id)
    const card = addTask(board, view.newTask(json), newId('task', task.id), itemId, now)
    assertSame(task, view.show(taskOf(board, card)))
    assertSame(headers.location, `${base}/tasks/${task.id}`)
  }
}

function replace(plan: TaskPlan, bodyOf: (scene: Scene) => SentTask): Action {
  return async (scene) => {
    const { board, view, send, sendRefused, newId, now } = scene
    const { id, card } = pickTask(scene, plan)
    const json = bodyOf(scene)
    if (card === undefined) return sendRefused(404, notFound(id), `PUT /tasks/${id}`, { json })
    const { json: task } = await send(200, `PUT /tasks/${id}`, { json })
    const itemId = (index: number) => newId('item', task.checklistItems[index]?.id)
    replaceTask(board, card, view.replacement(json, card), itemId, now)
    assertSame(task, view.show(taskOf(board, card)))
  }
}

/** The task as received, with its read-only fields, and its checklist reordered and extended (decisions 4 and 19). */
function sendBack(scene: Scene, plan: TaskPlan, input: SentTask, keepsStatus: boolean, order: number[]): SentTask {
  const { card } = pickTask(scene, plan)
  if (card === undefined) return input
  const task = taskOf(scene.board, card)
  // In an edition without checklists, this field can have any value.
  const added = Array.isArray(input.checklistItems) ? input.checklistItems : []
  const items = [...task.checklistItems, ...added]
    .map((item, index) => ({ item, key: order[index % order.length] ?? 0 }))
    .filter(({ key }) => key > 2)
    .sort((a, b) => a.key - b.key)
    .flatMap(({ item, key }) => (key === 20 ? [item, item] : [item]))
  return {
    ...task,
    ...(keepsStatus ? {} : { status: input.status ?? null }),
    title: input.title,
    checklistItems: items.slice(0, 100),
  }
}

function move(plan: TaskPlan, json: { targetStatus: Status; targetIndex: number }): Action {
  return async (scene) => {
    const { board, send, sendRefused, now } = scene
    const { id, card } = pickTask(scene, plan)
    const request = `POST /tasks/${id}/reorder`
    if (card === undefined) return sendRefused(404, notFound(id), request, { json })
    const { json: task } = await send(200, request, { json })
    moveTask(board, card, json.targetStatus, json.targetIndex, now)
    assertSame(task, reorderedOf(board, card))
  }
}

function remove(plan: TaskPlan): Action {
  return async (scene) => {
    const { board, send, sendRefused } = scene
    const { id, card } = pickTask(scene, plan)
    if (card === undefined) return sendRefused(404, notFound(id), `DELETE /tasks/${id}`)
    await send(204, `DELETE /tasks/${id}`)
    removeTask(board, card)
  }
}

const removeAll: Action = async ({ board, contract, send, isAdmin }) => {
  if (!hasOperation(contract, 'deleteAllTasks')) return void (await send(405, 'DELETE /tasks'))
  await send(isAdmin ? 204 : 403, 'DELETE /tasks')
  if (isAdmin) removeAllTasks(board)
}

function get(plan: TaskPlan): Action {
  return async (scene) => {
    const { board, view, send, sendRefused } = scene
    const { id, card } = pickTask(scene, plan)
    if (card === undefined) return sendRefused(404, notFound(id), `GET /tasks/${id}`)
    assertSame((await send(200, `GET /tasks/${id}`)).json, view.show(taskOf(board, card)))
  }
}

const summarise: Action = async ({ board, view, send }) => {
  assertSame((await send(200, 'GET /tasks/summary')).json, view.summarise(board))
}

/** A search for a part of a text on the board, in any case. */
interface SearchPlan {
  nth: number
  start: number
  length: number
  change: (text: string) => string
}

const searchPlan: fc.Arbitrary<SearchPlan | null> = fc.option(
  fc.record({
    nth: fc.nat(20),
    start: fc.nat(10),
    length: fc.integer({ min: 1, max: 4 }),
    change: fc.constantFrom(
      (text: string) => text,
      (text: string) => text.toUpperCase(),
      (text: string) => text.toLowerCase(),
      (text: string) => text.toUpperCase().toLowerCase(),
    ),
  }),
  { freq: 3 },
)

function list([query, plan]: [[name: string, value: string][], SearchPlan | null]): Action {
  return async ({ board, view, send }) => {
    const search = plan === null ? undefined : pieceOf(board, plan)
    const pairs =
      search === undefined ? query : [...query.filter(([name]) => name !== 'search'), ['search', search] as const]
    const encoded = pairs.map((pair) => pair.map(encodeURIComponent).join('=')).join('&')
    const { json } = await send(200, `GET /tasks?${encoded}`)
    assertSame(json, listOf(board, Object.fromEntries(pairs), view))
  }
}

function pieceOf(board: Board, { nth, start, length, change }: SearchPlan): string | undefined {
  const texts = tasksOf(board).flatMap(({ title, description, labels }) => [title, description ?? '', ...labels])
  const characters = [...(texts[nth % texts.length] ?? '')]
  if (characters.length === 0) return undefined
  const from = start % characters.length
  return change(characters.slice(from, from + length).join(''))
}
