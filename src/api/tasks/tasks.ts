/** The routes of tasks, comments and attachments. @module */

import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { TSchema } from '@sinclair/typebox'
import { ref } from '../../contract/schemas/builders.js'
import { toJsonPage } from '../../contract/schemas/paging.js'
import { emptyResponse, jsonResponse, notFound } from '../../contract/schemas/responses.js'
import { PRIORITY_DEFAULT, Task, TaskInput, TaskPage, TaskParams, TaskSummary } from '../../contract/schemas/task.js'
import { documentOperations } from '../../http/document-operations.js'
import { jsonText } from '../../http/headers.js'
import { requestPath } from '../../http/request-target.js'
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

/** The task endpoints (specification, section 4). */
export const taskRoutes: FastifyPluginAsyncTypebox<{ rules: TaskRules }> = async (app, { rules }) => {
  documentOperations(app, { tags: ['Tasks'] })
  const readBody = (body: TaskInput) => toValues(rules.toInput?.(body) ?? body)

  app.get('/tasks', {
    schema: {
      operationId: 'listTasks',
      summary: 'List tasks',
      description: 'Returns a page of tasks, optionally filtered, searched and sorted. A page past the end is empty.',
      querystring: rules.listQuery,
      response: { 200: jsonResponse(TaskPage, 'A page of matching tasks.') },
    },
    handler: async (request, reply) => {
      const query = rules.toQuery(request.query)
      const { board, searchOptions } = request
      const options = searchOptions === undefined ? query : { ...query, ...searchOptions }
      const { tasks, total } = await board.store.listTasks(board.id, options)
      const page = toJsonPage(tasks, total, query)
      return jsonText(reply, rules.parse === undefined ? page : await rules.parse(page))
    },
  })

  app.post('/tasks', {
    schema: {
      operationId: 'createTask',
      summary: 'Create a task',
      description: 'Adds a task to the end of its column.',
      body: ref(TaskInput),
      response: {
        201: jsonResponse(Task, 'The created task.', {
          Location: {
            type: 'string',
            pattern: '^[/].*/tasks/[1-9][0-9]*$',
            description: 'The path of the created task.',
          },
        }),
      },
    },
    handler: async (request, reply) => {
      const task = await request.board.store.createTask(request.board.id, readBody(request.body), request.now())
      return reply
        .code(201)
        .header('location', `${requestPath(request)}/${task.id}`)
        .send(task)
    },
  })

  app.get('/tasks/summary', {
    schema: {
      operationId: 'getTaskSummary',
      summary: 'Count the tasks',
      description: 'Returns the number of tasks in total and per column.',
      response: { 200: jsonResponse<TSchema>(TaskSummary, 'The counts.') },
    },
    handler: async (request) => rules.summarize(request.board.store, request.board.id),
  })

  app.get('/tasks/:id', {
    schema: {
      operationId: 'getTask',
      summary: 'Get a task',
      description: 'Returns the full task with its checklist, its comments and the metadata of its attachments.',
      params: TaskParams,
      response: { 200: jsonResponse(Task, 'The task.'), ...notFound.task },
    },
    handler: async (request, reply) => {
      const task = await request.board.store.getTask(request.board.id, request.params.id)
      return jsonText(reply, rules.parse === undefined ? task : await rules.parse(task))
    },
  })

  app.put('/tasks/:id', {
    schema: {
      operationId: 'replaceTask',
      summary: 'Replace a task',
      description:
        'Replaces all values of a task. Omitted optional fields get their defaults. Comments and attachments do not change. If the status changes, the task moves to the end of its new column. A checklist item keeps its id if an existing item has the same text.',
      params: TaskParams,
      body: ref(TaskInput),
      response: { 200: jsonResponse(Task, 'The updated task.'), ...notFound.task },
    },
    handler: async (request) => {
      const { board, params, body } = request
      const values = readBody(body)
      return board.store.replaceTask(board.id, params.id, rules.toReplaced?.(values) ?? values, request.now())
    },
  })

  app.delete('/tasks/:id', {
    schema: {
      operationId: 'deleteTask',
      summary: 'Delete a task',
      description: 'Deletes a task with its comments and attachments. The tasks after it in the column move up.',
      params: TaskParams,
      response: { 204: emptyResponse('The task is deleted.'), ...notFound.task },
    },
    handler: async (request, reply) => {
      await request.board.store.deleteTask(request.board.id, request.params.id)
      return reply.code(204).send(null)
    },
  })
}
