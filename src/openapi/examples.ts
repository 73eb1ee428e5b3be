import type { TObject, TSchema } from '@sinclair/typebox'
import contentDisposition from 'content-disposition'
import type { FastifyError } from 'fastify'
import type { OpenAPIV3 } from 'openapi-types'
import type { Account } from '../auth/accounts.js'
import { DEMO_BOARD, type DemoTask } from '../demo/demo-board.js'
import { demoValues } from '../demo/demo-tasks.js'
import {
  FileTooLarge,
  InternalError,
  InvalidCredentials,
  InvalidRefreshToken,
  InvalidToken,
  JsonTooLarge,
  MalformedUrl,
  StoreUnavailable,
  TaskNotFound,
  TokenMissing,
  TooManyRequests,
  UnsupportedMediaType,
  UploadTooLarge,
  ValidationFailed,
} from '../errors.js'
import { fieldMessage, type Part, type Schema } from '../http/validation-messages.js'
import { JSON_BODY_BYTES_MAX, LOGIN_FAILURES, RETRY_AFTER_SECONDS } from '../limits.js'
import { LOGGED_OUT, LoginRequest, RefreshRequest } from '../schemas/auth.js'
import { CommentInput } from '../schemas/comment.js'
import { PRIORITIES, ReorderInput, STATUSES, type Task, TaskInput, TaskListQuery, TaskParams } from '../schemas/task.js'
import { type Examples, EXAMPLE_NOW as NOW } from './add-examples.js'

const UNKNOWN_ID = 999

const demoTask = DEMO_BOARD[0] as DemoTask
const values = demoValues(demoTask, Date.parse(NOW))
const comment = { id: 1, text: demoTask.comments?.[0] ?? '', createdAt: NOW, updatedAt: NOW }
const [file] = demoTask.files ?? []
const attachment = {
  id: 1,
  fileName: file?.fileName ?? '',
  contentType: file?.contentType ?? '',
  fileSizeBytes: Buffer.byteLength(file?.text ?? ''),
  uploadedAt: NOW,
}
const task: Task = {
  id: 1,
  ...values,
  sortOrder: 0,
  checklistItems: values.checklistItems.map((item, index) => ({ id: index + 1, ...item })),
  comments: [comment],
  attachments: [attachment],
  createdAt: NOW,
  updatedAt: NOW,
}
const { attachments: _, ...reordered } = { ...task, checklistItems: [], comments: [] }

const input = {
  title: 'Pack the first orders',
  description: 'Boxes are in the back room.',
  status: 'TODO',
  priority: 'MEDIUM',
  dueDate: '2026-04-30',
  labels: ['operations'],
  checklistItems: [{ text: 'Print the labels', done: false }],
}
/** Returns the number of tasks in a column of the demo board. */
const inColumn = (column: string) => DEMO_BOARD.filter(({ status }) => status === column).length
/** Returns the number of tasks of the demo board with each value. */
const countEach = (values: readonly string[], read: (demo: DemoTask) => string) =>
  Object.fromEntries(values.map((value) => [value, DEMO_BOARD.filter((demo) => read(demo) === value).length]))
const sum = (count: (demo: DemoTask) => unknown[] | undefined) =>
  DEMO_BOARD.reduce((total, demo) => total + (count(demo)?.length ?? 0), 0)
const newItems = input.checklistItems.map((item, index) => ({
  id: sum(({ checklist }) => checklist) + index + 1,
  ...item,
}))
const tokens = {
  token: 'eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiJhZG1pbiJ9.c2lnbmF0dXJl',
  refreshToken: 'q1Vf0b5n0m8Yk2sX7dZ3wR6tH9uJ4iL1oP5aC8eG2hB',
  type: 'Bearer',
}

/**
 * Request bodies by operation id. They are valid on the demo board, except those with tokens. They have the fields of
 * all editions: each document shows those in its schemas.
 */
const REQUESTS: Record<string, object> = {
  createTask: input,
  replaceTask: { ...input, status: 'IN_PROGRESS' },
  reorderTask: { targetStatus: 'DONE', targetIndex: 0 },
  createComment: { text: 'I can take this one.' },
  updateComment: { text: 'I can take this one, next week.' },
  refresh: { refreshToken: tokens.refreshToken },
}

/** Bodies of successful responses by operation id, with the fields of all editions. */
const SUCCESSES: Record<string, unknown> = {
  listTasks: {
    content: [task],
    totalElements: DEMO_BOARD.length,
    totalPages: DEMO_BOARD.length,
    currentPage: 0,
    pageSize: 1,
  },
  createTask: {
    ...task,
    ...input,
    id: DEMO_BOARD.length + 1,
    sortOrder: inColumn('TODO'),
    checklistItems: newItems,
    comments: [],
    attachments: [],
  },
  getTask: task,
  replaceTask: {
    ...task,
    ...input,
    status: 'IN_PROGRESS',
    sortOrder: inColumn('IN_PROGRESS'),
    checklistItems: newItems,
  },
  reorderTask: { ...reordered, status: 'DONE' },
  getTaskSummary: {
    totalTasks: DEMO_BOARD.length,
    todoTasks: inColumn('TODO'),
    inProgressTasks: inColumn('IN_PROGRESS'),
    doneTasks: inColumn('DONE'),
    total: DEMO_BOARD.length,
    byStatus: countEach(STATUSES, ({ status }) => status),
    byPriority: countEach(PRIORITIES, ({ priority }) => priority),
  },
  createComment: { ...comment, id: sum(({ comments }) => comments) + 1, ...REQUESTS.createComment },
  updateComment: { ...comment, ...REQUESTS.updateComment },
  uploadAttachments: [{ ...attachment, id: sum(({ files }) => files) + 1 }],
  logout: { message: LOGGED_OUT },
}

/** Returns the examples that depend on the accounts and the lifetime of tokens. */
function authExamples({ account, accessTokenTtl }: ExampleOptions) {
  const { username, password, role } = account
  const requests: Record<string, object> = { login: { username, password } }
  const successes: Record<string, object> = {
    login: { ...tokens, username, role, expiresIn: accessTokenTtl },
    refresh: { ...tokens, expiresIn: accessTokenTtl },
    getCurrentUser: { username, role: `ROLE_${role}` },
  }
  return { requests, successes }
}

/** Returns the values of response headers by name. */
function headerExamples({ prefix }: ExampleOptions): Record<string, string | number> {
  return {
    Location: `${prefix}/tasks/${DEMO_BOARD.length + 1}`,
    'Content-Disposition': contentDisposition.create(attachment.fileName),
    'Cache-Control': 'no-store',
    'WWW-Authenticate': 'Bearer',
    'Retry-After': RETRY_AFTER_SECONDS,
    'RateLimit-Limit': LOGIN_FAILURES,
    'RateLimit-Remaining': 0,
    'RateLimit-Reset': RETRY_AFTER_SECONDS,
  }
}

/** Returns an error with this status that the operation can return. */
function exampleError(
  status: string,
  operation: OpenAPIV3.OperationObject,
  components: readonly TSchema[],
): FastifyError {
  const isUpload = operation.operationId === 'uploadAttachments'
  switch (status) {
    case '400':
      if (isUpload) return new FileTooLarge('huge.png')
      return invalidField(operation, components) ?? new MalformedUrl()
    case '401':
      return operation.operationId === 'login' ? new InvalidCredentials() : new TokenMissing()
    case '403':
      if (isOpen(operation)) return new InvalidRefreshToken()
      return new InvalidToken('401' in operation.responses ? 'the token has expired' : 'the token is missing')
    case '404':
      return new TaskNotFound(UNKNOWN_ID)
    case '413':
      return isUpload ? new UploadTooLarge() : new JsonTooLarge(JSON_BODY_BYTES_MAX)
    case '415':
      return new UnsupportedMediaType(isUpload ? 'multipart/form-data' : undefined)
    case '429':
      return new TooManyRequests('with a wrong username or password', RETRY_AFTER_SECONDS)
    case '503':
      return new StoreUnavailable()
    default:
      return new InternalError()
  }
}

/** Whether an operation requires no access token. */
function isOpen({ security }: OpenAPIV3.OperationObject): boolean {
  return security?.length === 0
}

/** An invalid field for each operation. The examples of other operations have an invalid id in the path. */
const INVALID_FIELDS: Record<string, [name: string, object: TObject, part: Part]> = {
  listTasks: ['size', TaskListQuery, 'querystring'],
  createTask: ['title', TaskInput, 'body'],
  replaceTask: ['title', TaskInput, 'body'],
  reorderTask: ['targetStatus', ReorderInput, 'body'],
  createComment: ['text', CommentInput, 'body'],
  updateComment: ['text', CommentInput, 'body'],
  login: ['username', LoginRequest, 'body'],
  refresh: ['refreshToken', RefreshRequest, 'body'],
}

function invalidField(
  { operationId = '', parameters, requestBody }: OpenAPIV3.OperationObject,
  components: readonly TSchema[],
): FastifyError | undefined {
  const ofPath = parameters && (['id', TaskParams, 'params'] as const)
  const [name, object, part] = INVALID_FIELDS[operationId] ?? ofPath ?? []
  if (name === undefined || object === undefined || part === undefined) return undefined
  if (part === 'body' && requestBody === undefined) return undefined
  const { properties } = components.find(({ $id }) => $id !== undefined && $id === object.$id) ?? object
  return new ValidationFailed({ [name]: fieldMessage(name, properties[name] as Schema, part) })
}

export interface ExampleOptions {
  /** The base path of the variant, for `path` in error bodies. */
  prefix: string
  /** The account in the example of login. */
  account: Account
  /** The lifetime of access tokens in seconds. */
  accessTokenTtl: number
  /** The components of the document. */
  components: readonly TSchema[]
}

/** Returns the examples for the document of a variant. */
export function taskExamples(options: ExampleOptions): Examples {
  const auth = authExamples(options)
  return {
    requests: { ...REQUESTS, ...auth.requests },
    successes: { ...SUCCESSES, ...auth.successes },
    headers: headerExamples(options),
    errorOf: (status, operation) => exampleError(status, operation, options.components),
    pathOf(path, status) {
      const id = status === '404' ? UNKNOWN_ID : 1
      return options.prefix + path.replace('{id}', String(id)).replace(/\{\w+\}/, '1')
    },
  }
}
