import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { requestPath } from '../http/error-handler.js'
import { ref } from '../schemas/builders.js'
import { readPaging, toPage } from '../schemas/paging.js'
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

/** What is stored for a request: `null` and absent mean the same, and have defaults (decisions 6, 9, 19). */
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

/** The routes of tasks (specification, section 4). */
export const taskRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.get(
    '/tasks',
    {
      config: { dependsOnBoardAlone: true },
      schema: {
        operationId: 'listTasks',
        tags,
        summary: 'List tasks',
        description: 'Filters, searches, sorts and pages. A page past the end is empty, not an error.',
        querystring: TaskListQuery,
        response: { 200: jsonResponse(TaskPage, 'One page of the tasks that match.'), ...commonErrors },
      },
    },
    async (request) => {
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
      return toPage(tasks, total, paging)
    },
  )

  app.post(
    '/tasks',
    {
      schema: {
        operationId: 'createTask',
        tags,
        summary: 'Create a task',
        description: 'The task goes to the end of its column.',
        body: ref(TaskInput),
        response: {
          201: jsonResponse(Task, 'The new task.', {
            Location: {
              type: 'string',
              pattern: '^/.*/tasks/[1-9][0-9]*$',
              description: 'The path of the new task.',
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
        description: 'Empties the board, comments and attachments included. Ids go on counting.',
        response: { 204: emptyResponse('The board is empty.'), ...bodyErrors },
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
        description: 'The number of all tasks, and of the tasks in each column.',
        response: {
          200: jsonResponse(TaskSummary, 'The number of tasks, in all and per column.'),
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
        description: 'The task whole: with its checklist, its comments and the list of its attachments.',
        params: TaskParams,
        response: { 200: jsonResponse(Task, 'The task.'), ...commonErrors, ...notFound.task },
      },
    },
    async (request) => app.store.getTask(request.board, request.params.id),
  )

  app.put(
    '/tasks/:id',
    {
      schema: {
        operationId: 'replaceTask',
        tags,
        summary: 'Replace a task',
        description:
          'Omitted optional fields fall back to their defaults; comments and attachments stay. With another status the task goes to the end of that column. A checklist item with the text of an existing one keeps its id.',
        params: TaskParams,
        body: ref(TaskInput),
        response: { 200: jsonResponse(Task, 'The task as it is now.'), ...bodyErrors, ...notFound.task },
      },
    },
    async (request) =>
      app.store.replaceTask(request.board, request.params.id, toValues(request.body), app.now()),
  )

  app.delete(
    '/tasks/:id',
    {
      schema: {
        operationId: 'deleteTask',
        tags,
        summary: 'Delete a task',
        description: 'Its comments and attachments go with it, and the tasks below it close up.',
        params: TaskParams,
        response: { 204: emptyResponse('The task is gone.'), ...bodyErrors, ...notFound.task },
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
        summary: 'Move a task within or across columns',
        description: 'Any status may follow any status. The other tasks of both columns close up.',
        params: TaskParams,
        body: ref(ReorderInput),
        response: {
          200: jsonResponse(ReorderedTask, 'The task in its new place.'),
          ...bodyErrors,
          ...notFound.task,
        },
      },
    },
    async (request) => {
      const { targetStatus, targetIndex } = request.body
      const task = await app.store.moveTask(
        request.board,
        request.params.id,
        targetStatus,
        targetIndex,
        app.now(),
      )
      const { attachments: _, ...rest } = task
      return { ...rest, checklistItems: [], comments: [] }
    },
  )
}
