import type { FastifyError } from 'fastify'
import type { OpenAPIV3 } from 'openapi-types'
import { DEFAULT_ACCOUNTS } from '../auth/accounts.js'
import { DEMO_BOARD, type DemoTask } from '../demo/demo-board.js'
import { demoValues } from '../demo/fill-board.js'
import { errorBody } from '../error-handler.js'
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
  UnsupportedMediaType,
  UploadTooLarge,
  ValidationFailed,
} from '../errors.js'
import { ACCESS_TOKEN_SECONDS } from '../limits.js'
import type { Task } from '../schemas/task.js'

/** The examples speak of the demonstration board as it is filled at this moment. */
const NOW = '2026-03-02T08:30:00Z'
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
/** How many there are on the demonstration board; the next one gets the next id. */
const inColumn = (column: string) => DEMO_BOARD.filter(({ status }) => status === column).length
const sum = (count: (demo: DemoTask) => unknown[] | undefined) =>
  DEMO_BOARD.reduce((total, demo) => total + (count(demo)?.length ?? 0), 0)
const newItems = input.checklistItems.map((item, index) => ({
  id: sum(({ checklist }) => checklist) + index + 1,
  ...item,
}))
const [account] = DEFAULT_ACCOUNTS
const tokens = {
  token: 'eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiJhZG1pbiJ9.c2lnbmF0dXJl',
  refreshToken: 'q1Vf0b5n0m8Yk2sX7dZ3wR6tH9uJ4iL1oP5aC8eG2hB',
  type: 'Bearer',
}

/** What a request may send, by operation. They work as they are on the demonstration board, but for tokens. */
const REQUESTS: Record<string, object> = {
  createTask: input,
  replaceTask: { ...input, status: 'IN_PROGRESS' },
  reorderTask: { targetStatus: 'DONE', targetIndex: 0 },
  createComment: { text: 'I can take this one.' },
  updateComment: { text: 'I can take this one, next week.' },
  login: { username: account?.username, password: account?.password },
  refresh: { refreshToken: tokens.refreshToken },
}

/** What an operation answers when all goes well. */
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
  },
  createComment: { ...comment, id: sum(({ comments }) => comments) + 1, ...REQUESTS.createComment },
  updateComment: { ...comment, ...REQUESTS.updateComment },
  uploadAttachments: [{ ...attachment, id: sum(({ files }) => files) + 1 }],
  login: { ...tokens, username: account?.username, role: account?.role, expiresIn: ACCESS_TOKEN_SECONDS },
  refresh: { ...tokens, expiresIn: ACCESS_TOKEN_SECONDS },
  logout: { message: 'Logged out successfully' },
  getCurrentUser: { username: account?.username, role: `ROLE_${account?.role}` },
}

/** The error that an operation answers with a status, as an example. */
function exampleError(status: string, operation: OpenAPIV3.OperationObject): FastifyError {
  const isUpload = operation.operationId === 'uploadAttachments'
  switch (status) {
    case '400':
      if (isUpload) return new FileTooLarge('huge.png')
      return invalidField(operation) ?? new MalformedUrl()
    case '401':
      return new InvalidCredentials()
    case '403':
      return operation.operationId === 'refresh' ? new InvalidRefreshToken() : new InvalidToken()
    case '404':
      return new TaskNotFound(UNKNOWN_ID)
    case '413':
      return isUpload ? new UploadTooLarge() : new JsonTooLarge()
    case '415':
      return new UnsupportedMediaType()
    case '503':
      return new StoreUnavailable()
    default:
      return new InternalError()
  }
}

const INVALID_FIELDS: Record<string, Record<string, string>> = {
  listTasks: { size: 'Size must be an integer between 1 and 100' },
  createTask: { title: 'Title is required and must be between 1 and 100 characters' },
  replaceTask: { title: 'Title is required and must be between 1 and 100 characters' },
  reorderTask: { targetStatus: 'Target status is required and must be one of TODO, IN_PROGRESS, DONE' },
  createComment: { text: 'Text is required and must be between 1 and 1000 characters' },
  updateComment: { text: 'Text is required and must be between 1 and 1000 characters' },
  login: { username: 'Username is required and must be a string' },
  refresh: { refreshToken: 'Refresh token is required and must be a string' },
}

function invalidField({ operationId = '', parameters }: OpenAPIV3.OperationObject): FastifyError | undefined {
  const fields =
    INVALID_FIELDS[operationId] ??
    (parameters && { id: `Id must be an integer between 1 and ${Number.MAX_SAFE_INTEGER}` })
  return fields && new ValidationFailed(fields)
}

/**
 * Adds an example to every body of a document.
 *
 * @param prefix the path of the variant, for `path` in Error bodies
 */
export function addExamples(document: OpenAPIV3.Document, prefix: string): OpenAPIV3.Document {
  for (const [path, item] of Object.entries(document.paths)) {
    for (const operation of Object.values(item ?? {}) as OpenAPIV3.OperationObject[]) {
      const { operationId = '', requestBody, responses } = operation
      setExample(requestBody as OpenAPIV3.RequestBodyObject | undefined, REQUESTS[operationId])
      for (const [status, response] of Object.entries(responses)) {
        const id = status === '404' ? UNKNOWN_ID : 1
        const example =
          Number(status) < 400
            ? SUCCESSES[operationId]
            : errorBody(
                exampleError(status, operation),
                prefix + path.replace('{id}', String(id)).replace(/\{\w+\}/, '1'),
                NOW,
              )
        setExample(response as OpenAPIV3.ResponseObject, example)
      }
    }
  }
  return document
}

function setExample(
  body: { content?: Record<string, OpenAPIV3.MediaTypeObject> } | undefined,
  example: unknown,
) {
  const json = body?.content?.['application/json']
  if (json !== undefined && example !== undefined) json.example = example
}
