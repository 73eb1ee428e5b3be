import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { requestPath } from '../http/error-handler.js'
import { jsonText } from '../http/json-text.js'
import { ref } from '../schemas/builders.js'
import { readPaging, toJsonPage } from '../schemas/paging.js'
import { bodyErrors, commonErrors, emptyResponse, jsonResponse, notFound } from '../schemas/responses.js'
import {
  PRIORITY_DEFAULT,
  ReorderedTask,
  ReorderInput,
  Task,
  TaskInput,
  TaskListQuery,
  TaskPage,
  TaskParams,
  TaskSummary,
} from '../schemas/task.js'
import type { TaskValues } from '../store/store.js'

const tags = ['Tasks']

/** Returns the values of a task, with defaults for omitted and `null` fields (decisions 6, 9 and 19). */
function toValues({ title, status, ...optional }: TaskInput): TaskValues {
  return {
    title,
    status,
    description: optional.description ?? null,
    priority: optional.priority ?? PRIORITY_DEFAULT,
    dueDate: optional.dueDate ?? null,
    labels: optional.labels ?? [],
    checklistItems: (optional.checklistItems ?? []).map(({ text, done }) => ({ text, done: done ?? false })),
  }
}

/** The task endpoints (specification, section 4). */
export const taskRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.get(
    '/tasks',
    {
      config: { dependsOnBoardAlone: true },
      schema: {
        operationId: 'listTasks',
        tags,
        summary: 'List tasks',
        description: 'Returns a page of tasks, optionally filtered, searched and sorted. A page past the end is empty.',
        querystring: TaskListQuery,
        response: { 200: jsonResponse(TaskPage, 'A page of matching tasks.'), ...commonErrors },
      },
    },
    async (request, reply) => {
      const { sort = 'id', direction = 'asc', status, priority, search } = request.query
      const paging = readPaging(request.query)
      const { tasks, total } = await app.store.listTasks(request.board, {
        ...paging,
        sort,
        direction,
        status,
        priority,
        search,
        ...request.searchOptions,
      })
      return jsonText(reply, toJsonPage(tasks, total, paging))
    },
  )

  app.post(
    '/tasks',
    {
      schema: {
        operationId: 'createTask',
        tags,
        summary: 'Create a task',
        description: 'Adds a task to the end of its column.',
        body: ref(TaskInput),
        response: {
          201: jsonResponse(Task, 'The created task.', {
            Location: {
              type: 'string',
              pattern: '^/.*/tasks/[1-9][0-9]*$',
              description: 'The path of the created task.',
            },
          }),
          ...bodyErrors,
        },
      },
    },
    async (request, reply) => {
      const task = await app.store.createTask(request.board, toValues(request.body), app.now())
      return reply
        .code(201)
        .header('location', `${requestPath(request)}/${task.id}`)
        .send(task)
    },
  )

  app.delete(
    '/tasks',
    {
      schema: {
        operationId: 'deleteAllTasks',
        tags,
        summary: 'Delete all tasks',
        description:
          'Deletes every task of the board with its comments and attachments. The ids of deleted tasks are not reused.',
        response: { 204: emptyResponse('All tasks are deleted.'), ...bodyErrors },
      },
    },
    async (request, reply) => {
      await app.store.deleteAllTasks(request.board)
      return reply.code(204).send(null)
    },
  )

  app.get(
    '/tasks/summary',
    {
      config: { dependsOnBoardAlone: true },
      schema: {
        operationId: 'getTaskSummary',
        tags,
        summary: 'Count the tasks',
        description: 'Returns the number of tasks in total and per column.',
        response: {
          200: jsonResponse(TaskSummary, 'The number of tasks in total and per column.'),
          ...commonErrors,
        },
      },
    },
    async (request) => app.store.countTasks(request.board),
  )

  app.get(
    '/tasks/:id',
    {
      config: { dependsOnBoardAlone: true },
      schema: {
        operationId: 'getTask',
        tags,
        summary: 'Get a task',
        description: 'Returns the full task with its checklist, its comments and the metadata of its attachments.',
        params: TaskParams,
        response: { 200: jsonResponse(Task, 'The task.'), ...commonErrors, ...notFound.task },
      },
    },
    async (request, reply) => jsonText(reply, await app.store.getTask(request.board, request.params.id)),
  )

  app.put(
    '/tasks/:id',
    {
      schema: {
        operationId: 'replaceTask',
        tags,
        summary: 'Replace a task',
        description:
          'Replaces all values of a task. Omitted optional fields get their defaults. Comments and attachments do not change. If the status changes, the task moves to the end of its new column. A checklist item keeps its id if an existing item has the same text.',
        params: TaskParams,
        body: ref(TaskInput),
        response: { 200: jsonResponse(Task, 'The updated task.'), ...bodyErrors, ...notFound.task },
      },
    },
    async (request) => app.store.replaceTask(request.board, request.params.id, toValues(request.body), app.now()),
  )

  app.delete(
    '/tasks/:id',
    {
      schema: {
        operationId: 'deleteTask',
        tags,
        summary: 'Delete a task',
        description: 'Deletes a task with its comments and attachments. The tasks after it in the column move up.',
        params: TaskParams,
        response: { 204: emptyResponse('The task is deleted.'), ...bodyErrors, ...notFound.task },
      },
    },
    async (request, reply) => {
      await app.store.deleteTask(request.board, request.params.id)
      return reply.code(204).send(null)
    },
  )

  app.post(
    '/tasks/:id/reorder',
    {
      schema: {
        operationId: 'reorderTask',
        tags,
        summary: 'Move a task',
        description:
          'Moves a task within its column or to another one. The positions of the other tasks in both columns are adjusted.',
        params: TaskParams,
        body: ref(ReorderInput),
        response: {
          200: jsonResponse(ReorderedTask, 'The moved task.'),
          ...bodyErrors,
          ...notFound.task,
        },
      },
    },
    async (request) => {
      const { targetStatus, targetIndex } = request.body
      const task = await app.store.moveTask(request.board, request.params.id, targetStatus, targetIndex, app.now())
      const { attachments: _, ...rest } = task
      return { ...rest, checklistItems: [], comments: [] }
    },
  )
}
