import { multipart } from '../../kit/helper.js'
import { type ApiOptions, TASK } from './api.js'

/** A request with the id of its operation; `''` for requests without an operation. */
export type Step = readonly [operation: string, request: string, options?: ApiOptions]

const json = (body: object) => ({ json: body })
const task = (values: object = {}) => json({ ...TASK, ...values })
const create = (values: object = {}): Step => ['createTask', 'POST /tasks', task(values)]
const list = (query: string): Step => ['listTasks', `GET /tasks?${query}`]
const get = (id: number): Step => ['getTask', `GET /tasks/${id}`]
const replace = (id: number, values: object = {}): Step => ['replaceTask', `PUT /tasks/${id}`, task(values)]
const move = (id: number, targetStatus: string, targetIndex: number): Step => [
  'reorderTask',
  `POST /tasks/${id}/reorder`,
  json({ targetStatus, targetIndex }),
]
const comment = (id: number, text = 'A comment'): Step => [
  'createComment',
  `POST /tasks/${id}/comments`,
  json({ text }),
]
const upload = (id: number, ...names: string[]): Step => [
  'uploadAttachments',
  `POST /tasks/${id}/attachments`,
  multipart(names.map((fileName) => ({ fileName, type: 'text/plain', content: 'A file' }))),
]
const summary: Step = ['getTaskSummary', 'GET /tasks/summary']

const FULL = {
  description: 'Milk & honey',
  priority: 'HIGH',
  dueDate: '2026-04-30',
  labels: ['shop', 'home', 'shop'],
  checklistItems: [{ text: 'Oats', done: true }, { text: 'Rice' }],
}

/** Short sequences of requests. Each starts with an empty board. */
export const SCENES: Readonly<Record<string, readonly Step[]>> = {
  fields: [
    create({ ...FULL, title: ' A <task> ' }),
    create({ title: 'x'.repeat(100) }),
    create({ title: 'x'.repeat(101) }),
    create({ title: '  ', dueDate: '2026-02-30' }),
    create({ description: 'x'.repeat(501) }),
    create({ status: 'LATER', labels: 'x' }),
    create({ title: 5, checklistItems: [{ text: 'x'.repeat(201) }] }),
    ['createTask', 'POST /tasks', json({ title: 'No status' })],
    ['createTask', 'POST /tasks', { body: '{', headers: { 'content-type': 'application/json' } }],
    ['createTask', 'POST /tasks', { body: 'x', headers: { 'content-type': 'text/plain' } }],
    list('sort=sortOrder'),
    summary,
  ],
  lists: [
    create({ title: 'b', status: 'DONE', priority: 'LOW', dueDate: '2026-04-30' }),
    create({ title: 'C', description: 'Milk' }),
    create({ title: 'a', status: 'IN_PROGRESS', dueDate: '2026-04-01', labels: ['milk'] }),
    create({ title: 'B_%', priority: 'LOW' }),
    create({ title: 'c milk', status: 'DONE' }),
    list(''),
    list('status=DONE'),
    list('priority=LOW'),
    list('status=DONE&priority=LOW'),
    list('direction=desc'),
    ...['title', 'status', 'priority', 'dueDate', 'createdAt'].map((sort) => list(`sort=${sort}`)),
    ...['title', 'dueDate'].map((sort) => list(`sort=${sort}&direction=desc`)),
    list('size=2'),
    list('size=2&page=1&sort=priority'),
    list('size=2&page=2'),
    list('page=7'),
    list('size=101'),
    list('page=-1&size=0'),
    list('sort=size'),
    list('search=MILK'),
    list('search=milk&status=DONE'),
    list('search=%25'),
    summary,
  ],
  replace: [
    create(FULL),
    create(),
    comment(1),
    upload(1, 'note.txt'),
    replace(1, FULL),
    replace(1),
    get(1),
    replace(1, { ...FULL, status: 'DONE', labels: ['new'], checklistItems: [{ text: 'Rice' }] }),
    get(1),
    get(2),
    replace(9),
    replace(1, { title: '' }),
    list(''),
  ],
  ordering: [
    create({ checklistItems: [{ text: 'Oats' }] }),
    create(),
    create(),
    create({ status: 'DONE' }),
    move(1, 'TODO', 1),
    move(1, 'TODO', 0),
    move(1, 'DONE', 0),
    move(9, 'DONE', 0),
    move(1, 'DONE', -1),
    get(1),
    list('sort=sortOrder'),
    summary,
  ],
  deletion: [
    summary,
    create(),
    summary,
    create(),
    create(),
    ['deleteTask', 'DELETE /tasks/1'],
    ['deleteTask', 'DELETE /tasks/1'],
    list(''),
    ['deleteTask', 'DELETE /tasks/3'],
    create(),
    comment(2),
    ['deleteAllTasks', 'DELETE /tasks'],
    list(''),
    summary,
    ['updateComment', 'PUT /tasks/2/comments/1', json({ text: 'Late' })],
    create(),
  ],
  comments: [
    create(),
    create(),
    comment(1, 'first'),
    comment(1, 'second'),
    comment(1, ' '),
    comment(9),
    ['updateComment', 'PUT /tasks/1/comments/1', json({ text: 'changed' })],
    get(1),
    ['deleteComment', 'DELETE /tasks/2/comments/1'],
    ['deleteComment', 'DELETE /tasks/1/comments/2'],
    get(1),
    list(''),
  ],
  attachments: [
    create(),
    upload(1, 'note.txt'),
    upload(1, 'a.txt', 'b.txt'),
    upload(1, 'c.txt'),
    upload(9, 'c.txt'),
    ['downloadAttachment', 'GET /tasks/1/attachments/1'],
    ['deleteAttachment', 'DELETE /tasks/1/attachments/1'],
    ['deleteAttachment', 'DELETE /tasks/1/attachments/9'],
    get(1),
  ],
  limits: [
    create({ title: 'e\u0301' }),
    create({ title: '\u00c9tude', labels: Array(11).fill('a') }),
    create({ labels: ['a', ''] }),
    create({ title: '\u00c9tude', priority: 'URGENT' }),
    create({ title: 'Buy bread', priority: 'HIGH', status: 'DONE' }),
    create({ title: 'Buy milk' }),
    comment(1, ' note '),
    comment(1, 'x'.repeat(1001)),
    ['updateComment', 'PUT /tasks/2/comments/1', json({ text: 'changed' })],
    ['updateComment', 'PUT /tasks/1/comments/1', json({ text: ' changed note ' })],
    ['deleteComment', 'DELETE /tasks/1/comments/9'],
    list('size=100'),
    ...['buy%20milk', 'note', '%C3%A9tude'].map((search) => list(`search=${search}`)),
    list('sort=priority'),
    ['uploadAttachments', 'POST /tasks/1/attachments', multipart([{ fileName: 'empty.txt', content: '' }])],
    upload(1, 'note.txt'),
    ['downloadAttachment', 'GET /tasks/2/attachments/1'],
    ['downloadAttachment', 'GET /tasks/1/attachments/9'],
    move(1, 'TODO', 99),
    replace(1, { status: 'DONE' }),
    list('search=e%CC%81'),
    ['deleteTask', 'DELETE /tasks/2'],
    get(2),
    list('sort=sortOrder'),
  ],
  errors: [get(9), ['getTask', 'GET /tasks/x'], ['', 'GET /unknown'], ['', 'PUT /tasks']],
}

const wrongPassword = json({ username: 'user', password: 'wrong' })

export interface Session {
  token: string
  refreshToken: string
}

/** The requests of v2 that v1 does not have. The sessions are those of a USER. */
export function authScene([user, other]: readonly [Session, Session]): Step[] {
  const { token } = user
  const refresh = ({ refreshToken }: Session): Step => [
    'refresh',
    'POST /auth/refresh',
    { ...json({ refreshToken }), anonymous: true },
  ]
  return [
    create(),
    ['login', 'POST /auth/login', { ...json({ username: 'user', password: 'user123' }), anonymous: true }],
    ['login', 'POST /auth/login', { ...wrongPassword, anonymous: true }],
    ['getCurrentUser', 'GET /auth/me', { token }],
    ['getCurrentUser', 'GET /auth/me', { token: `${token.slice(0, -4)}AAAA` }],
    ['listTasks', 'GET /tasks', { anonymous: true }],
    ['listTasks', 'GET /tasks', { headers: { authorization: 'Bearer x' } }],
    ['listTasks', 'GET /tasks', { headers: { authorization: token } }],
    ['getTask', 'GET /tasks/9', { anonymous: true }],
    ['getTask', 'GET /tasks/9', { token }],
    ['deleteAllTasks', 'DELETE /tasks', { token }],
    ['listTasks', 'GET /tasks', { token }],
    refresh(user),
    ['logout', 'POST /auth/logout', { token }],
    ['getCurrentUser', 'GET /auth/me', { token }],
    refresh(user),
    refresh(other),
    refresh(other),
    ['getCurrentUser', 'GET /auth/me', { token: other.token }],
    ['login', 'POST /auth/login', { ...json({ username: 'user' }), anonymous: true }],
    ['login', 'POST /auth/login', { ...json({ username: 'user', password: 'USER123' }), anonymous: true }],
    ...[create(), summary, comment(1), upload(1, 'note.txt')].map(
      ([operation, request, options]): Step => [operation, request, { ...options, anonymous: true }],
    ),
    ['downloadAttachment', 'GET /tasks/1/attachments/1', { anonymous: true }],
    ['listTasks', 'GET /tasks'],
  ]
}
