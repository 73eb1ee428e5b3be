/** The routes of tasks, comments and attachments. @module */

import type { TSchema } from '@sinclair/typebox'
import type { FastifyPluginAsync } from 'fastify'
import { PRIORITY_DEFAULT } from '../../contract/schemas/enumerations.js'
import { toJsonPage } from '../../contract/schemas/paging.js'
import { notFound, type ResponseHeader } from '../../contract/schemas/responses.js'
import {
  ReorderedTask,
  ReorderInput,
  Task,
  TaskInput,
  TaskPage,
  TaskParams,
  TaskSummary,
} from '../../contract/schemas/task.js'
import { documentOperations } from '../../http/document-operations.js'
import { jsonText } from '../../http/headers.js'
import { requestPath } from '../../http/request-target.js'
import { route } from '../../http/route.js'
import type { TaskValues } from '../../rooms/board/values.js'
import type { TaskRules } from '../editions/edition.js'

/** Returns the values of a task, with defaults for omitted and `null` fields (decisions 6, 9 and 19). */
function toValues({ title, status, description, priority, dueDate, labels, checklistItems }: TaskInput): TaskValues {
  return {
    title,
    status,
    description: description ?? null,
    priority: priority ?? PRIORITY_DEFAULT,
    dueDate: dueDate ?? null,
    labels: labels ?? [],
    checklistItems: (checklistItems ?? []).map(({ text, done }) => ({ text, done: done ?? false })),
  }
}

/** The header with the path of a new task. */
const LOCATION: Record<string, ResponseHeader> = {
  Location: { type: 'string', pattern: '^[/].*/tasks/[1-9][0-9]*$', description: 'The path of the created task.' },
}

/** The task endpoints (specification, section 4). */
export const taskRoutes: FastifyPluginAsync<{ rules: TaskRules }> = async (app, { rules }) => {
  documentOperations(app, { tags: ['Tasks'] })
  const readBody = (body: TaskInput) => toValues(rules.toInput?.(body) ?? body)

  route(app, 'GET /tasks', 'listTasks', 'List tasks', {
    description: 'Returns a page of tasks, optionally filtered, searched and sorted. A page past the end is empty.',
    query: rules.listQuery,
    responses: { 200: [TaskPage, 'A page of matching tasks.'] },
    handler: async (request, reply) => {
      const query = rules.toQuery(request.query)
      const { board, searchOptions } = request
      const options = searchOptions === undefined ? query : { ...query, ...searchOptions }
      const { tasks, total } = await board.store.listTasks(board.id, options)
      const page = toJsonPage(tasks, total, query)
      return jsonText(reply, rules.parse === undefined ? page : await rules.parse(page))
    },
  })

  route(app, 'POST /tasks', 'createTask', 'Create a task', {
    description: 'Adds a task to the end of its column.',
    body: TaskInput,
    responses: { 201: [Task, 'The created task.', LOCATION] },
    handler: async (request, reply) => {
      const task = await request.board.store.createTask(request.board.id, readBody(request.body), request.now())
      reply.header('location', `${requestPath(request)}/${task.id}`)
      return task
    },
  })

  route(app, 'GET /tasks/summary', 'getTaskSummary', 'Count the tasks', {
    description: 'Returns the number of tasks in total and per column.',
    responses: { 200: [TaskSummary as TSchema, 'The counts.'] },
    handler: async (request) => rules.summarize(request.board.store, request.board.id),
  })

  route(app, 'GET /tasks/:id', 'getTask', 'Get a task', {
    description: 'Returns the full task with its checklist, its comments and the metadata of its attachments.',
    params: TaskParams,
    responses: { 200: [Task, 'The task.'], ...notFound.task },
    handler: async (request, reply) => {
      const task = await request.board.store.getTask(request.board.id, request.params.id)
      return jsonText(reply, rules.parse === undefined ? task : await rules.parse(task))
    },
  })

  route(app, 'PUT /tasks/:id', 'replaceTask', 'Replace a task', {
    description:
      'Replaces all values of a task. Omitted optional fields get their defaults. Comments and attachments do not change. If the status changes, the task moves to the end of its new column. A checklist item keeps its id if an existing item has the same text.',
    params: TaskParams,
    body: TaskInput,
    responses: { 200: [Task, 'The updated task.'], ...notFound.task },
    handler: async (request) => {
      const { board, params, body } = request
      const values = readBody(body)
      return board.store.replaceTask(board.id, params.id, rules.toReplaced?.(values) ?? values, request.now())
    },
  })

  route(app, 'DELETE /tasks/:id', 'deleteTask', 'Delete a task', {
    description: 'Deletes a task with its comments and attachments. The tasks after it in the column move up.',
    params: TaskParams,
    responses: { 204: 'The task is deleted.', ...notFound.task },
    handler: ({ board, params }) => board.store.deleteTask(board.id, params.id),
  })
}

/** The endpoint that deletes all tasks (specification, section 4). */
export const deleteAllRoutes: FastifyPluginAsync = async (app) => {
  route(app, 'DELETE /tasks', 'deleteAllTasks', 'Delete all tasks', {
    tags: ['Tasks'],
    config: { role: 'ADMIN' },
    description:
      'Deletes every task of the board with its comments and attachments. The ids of deleted tasks are not reused.',
    responses: { 204: 'All tasks are deleted.' },
    handler: ({ board }) => board.store.deleteAllTasks(board.id),
  })
}

/** The endpoint that moves tasks (specification, section 4). */
export const reorderRoutes: FastifyPluginAsync = async (app) => {
  route(app, 'POST /tasks/:id/reorder', 'reorderTask', 'Move a task', {
    tags: ['Tasks'],
    description:
      'Moves a task within its column or to another one. The positions of the other tasks in both columns are adjusted.',
    params: TaskParams,
    body: ReorderInput,
    responses: { 200: [ReorderedTask, 'The moved task.'], ...notFound.task },
    handler: async (request) => {
      const { board, params, body } = request
      const { targetStatus, targetIndex } = body
      const moved = await board.store.moveTask(board.id, params.id, targetStatus, targetIndex, request.now())
      const { attachments: _, ...task } = moved
      return { ...task, checklistItems: [], comments: [] }
    },
  })
}
