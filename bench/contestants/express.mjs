/**
 * A typical task board with Express and SQLite: prepared statements, an index for the frequent query, and a transaction
 * for each write. It is as durable as the service (WAL, and `synchronous = FULL`, the default of SQLite). `SEED` names a
 * file of tasks that fills an empty database.
 */
import { readFileSync } from 'node:fs'
import { DatabaseSync } from '@photostructure/sqlite'
import express from 'express'

const database = new DatabaseSync(process.env.DATABASE)
database.exec(`
  PRAGMA journal_mode = WAL;
  PRAGMA synchronous = FULL;
  PRAGMA foreign_keys = ON;
  CREATE TABLE IF NOT EXISTS task (
    id INTEGER PRIMARY KEY,
    title TEXT NOT NULL,
    description TEXT,
    status TEXT NOT NULL,
    priority TEXT NOT NULL,
    due_date TEXT,
    sort_order INTEGER NOT NULL,
    labels TEXT NOT NULL,
    checklist_items TEXT NOT NULL,
    created_at TEXT NOT NULL,
    updated_at TEXT NOT NULL
  );
  CREATE INDEX IF NOT EXISTS task_column ON task (status, sort_order);
  CREATE TABLE IF NOT EXISTS comment (
    id INTEGER PRIMARY KEY,
    task_id INTEGER NOT NULL REFERENCES task (id) ON DELETE CASCADE,
    text TEXT NOT NULL,
    created_at TEXT NOT NULL,
    updated_at TEXT NOT NULL
  );
  CREATE INDEX IF NOT EXISTS comment_task ON comment (task_id);
`)

const STATUSES = ['TODO', 'IN_PROGRESS', 'DONE']
const PRIORITIES = ['LOW', 'MEDIUM', 'HIGH', 'URGENT']
const SORTS = { id: 'id', title: 'title', dueDate: 'due_date', sortOrder: 'sort_order' }

const selectTask = database.prepare('SELECT * FROM task WHERE id = ?')
const selectComments = database.prepare('SELECT * FROM comment WHERE task_id = ? ORDER BY id')
const selectEnd = database.prepare('SELECT coalesce(max(sort_order) + 1, 0) AS end FROM task WHERE status = ?')
const insertTask = database.prepare(
  `INSERT INTO task (title, description, status, priority, due_date, sort_order, labels, checklist_items, created_at, updated_at)
   VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
)
const insertComment = database.prepare(
  'INSERT INTO comment (task_id, text, created_at, updated_at) VALUES (?, ?, ?, ?)',
)

/** Runs a function in a transaction. */
function transaction(run) {
  database.exec('BEGIN IMMEDIATE')
  try {
    const result = run()
    database.exec('COMMIT')
    return result
  } catch (error) {
    database.exec('ROLLBACK')
    throw error
  }
}

const toComment = (row) => ({
  id: row.id,
  text: row.text,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
})

const toTask = (row, comments) => ({
  id: row.id,
  title: row.title,
  description: row.description,
  status: row.status,
  priority: row.priority,
  dueDate: row.due_date,
  sortOrder: row.sort_order,
  labels: JSON.parse(row.labels),
  checklistItems: JSON.parse(row.checklist_items),
  comments: comments.map(toComment),
  attachments: [],
  createdAt: row.created_at,
  updatedAt: row.updated_at,
})

/** Adds a task to the end of its column; returns its id. */
function addTask(task, now) {
  const { end } = selectEnd.get(task.status)
  const { lastInsertRowid } = insertTask.run(
    task.title,
    task.description ?? null,
    task.status,
    task.priority ?? 'MEDIUM',
    task.dueDate ?? null,
    end,
    JSON.stringify(task.labels ?? []),
    JSON.stringify((task.checklistItems ?? []).map((item, index) => ({ id: index + 1, done: false, ...item }))),
    now,
    now,
  )
  return lastInsertRowid
}

/** Returns the name of the first invalid field. */
function findInvalidField(task) {
  if (typeof task?.title !== 'string' || task.title.trim() === '' || task.title.length > 100) return 'title'
  if (task.description != null && (typeof task.description !== 'string' || task.description.length > 500))
    return 'description'
  if (!STATUSES.includes(task.status)) return 'status'
  if (task.priority != null && !PRIORITIES.includes(task.priority)) return 'priority'
  if (task.labels != null && !Array.isArray(task.labels)) return 'labels'
  if (task.checklistItems != null && !Array.isArray(task.checklistItems)) return 'checklistItems'
  return undefined
}

if (process.env.SEED !== undefined) {
  const tasks = JSON.parse(readFileSync(process.env.SEED, 'utf8'))
  transaction(() => {
    for (const task of tasks) {
      const id = addTask(task, task.createdAt)
      for (const { text, createdAt } of task.comments) insertComment.run(id, text, createdAt, createdAt)
    }
  })
  database.exec('PRAGMA wal_checkpoint(TRUNCATE)')
}

const app = express()
app.use(express.json())

app.get('/tasks', ({ query }, response) => {
  const size = Math.min(Number(query.size ?? 20), 100)
  const page = Number(query.page ?? 0)
  const sort = SORTS[query.sort ?? 'id'] ?? 'id'
  const conditions = ['TRUE']
  const values = []
  if (query.status !== undefined) {
    conditions.push('status = ?')
    values.push(query.status)
  }
  if (query.search !== undefined) {
    const pattern = `%${query.search}%`
    conditions.push('(title LIKE ? OR description LIKE ? OR labels LIKE ?)')
    values.push(pattern, pattern, pattern)
  }
  const where = conditions.join(' AND ')
  const { total } = prepare(`SELECT count(*) AS total FROM task WHERE ${where}`).get(...values)
  const rows = prepare(`SELECT * FROM task WHERE ${where} ORDER BY ${sort}, id LIMIT ? OFFSET ?`).all(
    ...values,
    size,
    page * size,
  )
  const places = rows.map(() => '?').join(', ')
  const comments = prepare(`SELECT * FROM comment WHERE task_id IN (${places}) ORDER BY id`).all(
    ...rows.map(({ id }) => id),
  )
  response.json({
    content: rows.map((row) =>
      toTask(
        row,
        comments.filter((comment) => comment.task_id === row.id),
      ),
    ),
    totalElements: total,
    totalPages: Math.ceil(total / size),
    currentPage: page,
    pageSize: size,
  })
})

app.get('/tasks/:id', ({ params }, response) => {
  const row = selectTask.get(Number(params.id))
  if (row === undefined) return response.status(404).json({ message: 'Task not found' })
  response.json(toTask(row, selectComments.all(row.id)))
})

app.post('/tasks', ({ body }, response) => {
  const invalid = findInvalidField(body)
  if (invalid !== undefined) return response.status(400).json({ message: `${invalid} is invalid` })
  const id = transaction(() => addTask(body, new Date().toISOString()))
  response
    .status(201)
    .location(`/tasks/${id}`)
    .json(toTask(selectTask.get(id), []))
})

const statements = new Map()

/** Prepares each statement only once. */
function prepare(sql) {
  const statement = statements.get(sql) ?? database.prepare(sql)
  statements.set(sql, statement)
  return statement
}

app.listen(Number(process.env.PORT), '127.0.0.1')
