import contentDisposition from 'content-disposition'
import { type Account, DEFAULT_ACCOUNTS } from '../../../src/api/auth/accounts.js'
import { readConfig } from '../../../src/app/config.js'
import { LOGIN_FAILURES, RETRY_AFTER_SECONDS } from '../../../src/contract/limits.js'
import { LOGGED_OUT, ROLES } from '../../../src/contract/schemas/auth.js'
import { PRIORITIES, PRIORITY_DEFAULT, STATUSES } from '../../../src/contract/schemas/enumerations.js'
import type { Task } from '../../../src/contract/schemas/task.js'
import { demoTasks } from '../../../src/rooms/demo-board.js'
import { type Examples, type Named, EXAMPLE_NOW as NOW, pageOf, usual } from './example.js'
import { errorCauses } from './tasks-errors.js'

const DEMO = demoTasks(Date.parse(NOW))
type DemoTask = (typeof DEMO)[number]

const itemsOf = ({ values }: DemoTask) => values.checklistItems

/** Returns the number of elements in a list of some demo tasks. */
const sum = (listOf: (demo: DemoTask) => unknown[], tasks = DEMO) =>
  tasks.reduce((total, demo) => total + listOf(demo).length, 0)

function demoTask(index: number): Task {
  const demo = DEMO[index] as DemoTask
  const before = DEMO.slice(0, index)
  const { values, comments, files } = demo
  const idAfter = (listOf: (demo: DemoTask) => unknown[], place: number) => sum(listOf, before) + place + 1
  return {
    id: index + 1,
    ...values,
    sortOrder: before.filter((other) => other.values.status === values.status).length,
    checklistItems: values.checklistItems.map((item, place) => ({ id: idAfter(itemsOf, place), ...item })),
    comments: comments.map((text, place) => ({
      id: idAfter(({ comments }) => comments, place),
      text,
      createdAt: NOW,
      updatedAt: NOW,
    })),
    attachments: files.map(({ bytes, ...file }, place) => ({
      id: idAfter(({ files }) => files, place),
      ...file,
      fileSizeBytes: bytes.length,
      uploadedAt: NOW,
    })),
    createdAt: NOW,
    updatedAt: NOW,
  }
}

const task = demoTask(0)
const [comment] = task.comments
const [attachment] = task.attachments
const fileText = DEMO[0]?.files[0]?.bytes.toString()
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
const inColumn = (column: string) => DEMO.filter(({ values }) => values.status === column).length
const countEach = (names: readonly string[], field: 'status' | 'priority') =>
  Object.fromEntries(names.map((name) => [name, DEMO.filter(({ values }) => values[field] === name).length]))
const newItems = input.checklistItems.map((item, index) => ({
  id: sum(itemsOf) + index + 1,
  ...item,
}))
const tokens = {
  token: 'eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiJhZG1pbiJ9.c2lnbmF0dXJl',
  refreshToken: 'q1Vf0b5n0m8Yk2sX7dZ3wR6tH9uJ4iL1oP5aC8eG2hB',
  type: 'Bearer',
}

const minimal = { title: input.title, status: input.status }
/** The fields that a minimal request leaves out, with the values that they get. */
const defaults = { description: null, priority: PRIORITY_DEFAULT, dueDate: null, labels: [], checklistItems: [] }
const nulls = { ...minimal, description: null, priority: null, dueDate: null, labels: null, checklistItems: null }
const created = {
  ...task,
  ...input,
  id: DEMO.length + 1,
  sortOrder: inColumn('TODO'),
  checklistItems: newItems,
  comments: [],
  attachments: [],
}
const replaced = { status: 'IN_PROGRESS', sortOrder: inColumn('IN_PROGRESS') }
const commentRequests = usual({
  createComment: { text: 'I can take this one.' },
  updateComment: { text: 'I can take this one, next week.' },
})

/**
 * Request bodies by operation id. They are valid on the demo board, except those with tokens. They have the fields of
 * all editions: each document shows those in its schemas.
 */
const REQUESTS: Examples['requests'] = {
  createTask: { complete: input, minimal, nulls },
  replaceTask: { complete: { ...input, status: 'IN_PROGRESS' }, minimal: { ...minimal, status: 'IN_PROGRESS' } },
  reorderTask: {
    'other-column': { targetStatus: 'DONE', targetIndex: 0 },
    'same-column': { targetStatus: 'TODO', targetIndex: 2 },
  },
  ...commentRequests,
  ...usual({ refresh: { refreshToken: tokens.refreshToken } }),
  uploadAttachments: { 'one-file': { files: [fileText] }, 'two-files': { files: [fileText, 'Ada, Grace'] } },
}

/** Queries by operation id, which are valid on the demo board. */
const QUERIES: Examples['queries'] = {
  listTasks: {
    'one-per-page': { size: 1 },
    'second-page': { page: 1, size: 1 },
    filtered: { status: 'TODO', priority: 'URGENT', search: 'PAYMENT', sort: 'title' },
    descending: { sort: 'id', direction: 'desc', size: 1 },
    // In editions without `direction`.
    'descending-in-sort': { sort: 'id,desc', size: 1 },
    'no-match': { search: 'unicorn' },
  },
}

const pageWith = (index: number, page: number) => pageOf([demoTask(index)], DEMO.length, page, 1)

const lastTask = pageWith(DEMO.length - 1, 0)

/** Bodies of successful responses by operation id, with the fields of all editions. */
const SUCCESSES: Examples['successes'] = {
  listTasks: {
    'one-per-page': pageWith(0, 0),
    'second-page': pageWith(1, 1),
    filtered: pageOf([demoTask(1)]),
    descending: lastTask,
    'descending-in-sort': lastTask,
    'no-match': pageOf([]),
  },
  createTask: { complete: created, minimal: { ...created, ...defaults }, nulls: { ...created, ...defaults } },
  replaceTask: {
    complete: { ...task, ...input, ...replaced, checklistItems: newItems },
    minimal: { ...task, ...minimal, ...defaults, ...replaced },
  },
  reorderTask: {
    'other-column': { ...reordered, status: 'DONE' },
    'same-column': { ...reordered, sortOrder: 2 },
  },
  ...usual({
    getTask: task,
    getTaskSummary: {
      totalTasks: DEMO.length,
      todoTasks: inColumn('TODO'),
      inProgressTasks: inColumn('IN_PROGRESS'),
      doneTasks: inColumn('DONE'),
      total: DEMO.length,
      byStatus: countEach(STATUSES, 'status'),
      byPriority: countEach(PRIORITIES, 'priority'),
    },
    createComment: { ...comment, id: sum(({ comments }) => comments) + 1, ...commentRequests.createComment?.default },
    updateComment: { ...comment, ...commentRequests.updateComment?.default },
    downloadAttachment: fileText,
    logout: { message: LOGGED_OUT },
  }),
  uploadAttachments: uploads(),
}

function uploads(): Named<unknown> {
  const id = sum(({ files }) => files) + 1
  const first = { ...attachment, id }
  const second = { ...first, id: id + 1, fileName: 'names.txt', fileSizeBytes: Buffer.byteLength('Ada, Grace') }
  return { 'one-file': [first], 'two-files': [first, second] }
}

/** The examples with accounts and lifetimes. The service writes its own there. */
function authExamples() {
  const [{ username, role }] = DEFAULT_ACCOUNTS
  const byRole = (body: (account: Account) => object): Named<object> =>
    Object.fromEntries(
      ROLES.flatMap((role) => DEFAULT_ACCOUNTS.filter((account) => account.role === role).slice(0, 1)).map(
        (account) => [account.role.toLowerCase(), body(account)],
      ),
    )
  const requests = { login: byRole(({ username, password }) => ({ username, password })) }
  const successes = {
    login: byRole(({ username, role }) => ({ ...tokens, username, role, expiresIn: readConfig().accessTokenTtl })),
    ...usual({
      refresh: { ...tokens, expiresIn: readConfig().accessTokenTtl },
      getCurrentUser: { username, role: `ROLE_${role}` },
    }),
  }
  return { requests, successes }
}

/**
 * Returns the examples for the document of a variant.
 *
 * @param prefix the base path of the variant, for `path` in error bodies
 */
export function taskExamples(prefix: string): Examples {
  const auth = authExamples()
  return {
    requests: { ...REQUESTS, ...auth.requests },
    queries: QUERIES,
    successes: { ...SUCCESSES, ...auth.successes },
    headers: {
      Location: `${prefix}/tasks/${DEMO.length + 1}`,
      'Content-Disposition': contentDisposition.create(attachment?.fileName),
      'WWW-Authenticate': 'Bearer',
      'RateLimit-Limit': LOGIN_FAILURES,
      'RateLimit-Reset': RETRY_AFTER_SECONDS,
    },
    causesOf: errorCauses,
    pathOf: (path, parameters) => prefix + path.replace(/\{(\w+)\}/g, (_, name) => parameters[name] ?? '1'),
  }
}
