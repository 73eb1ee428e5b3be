import { SerializerSelector } from '@fastify/fast-json-stringify-compiler'
import { ref } from '../../../../src/contract/schemas/builders.js'
import { COMPONENTS } from '../../../../src/contract/schemas/components.js'
import { Task } from '../../../../src/contract/schemas/task.js'
import type { File } from '../../../../src/rooms/board/values.js'
import type { Store } from '../../../../src/rooms/store.js'
import { at, BOARD, query, type Rule, values } from './shared.js'

/** Writes a task as Fastify does. */
const serialize = SerializerSelector()(Object.fromEntries(COMPONENTS.map((schema) => [schema.$id, schema])), {})({
  schema: ref(Task),
  method: 'GET',
  url: '/',
  httpStatus: '200',
})

/** All characters from U+0001 to U+02FF. */
const FIRST_CHARACTERS = Array.from({ length: 0x2ff }, (_, index) => String.fromCodePoint(index + 1)).join('')

const HOSTILE = [
  '"',
  '\\',
  '\\"',
  '\\u0041 \\n',
  '\b\t\n\f\r\v\u001b\u001f',
  '\u007f\u0080\u009f',
  '\u2028\u2029\ufeff\ufffe\uffff',
  '\u{1f600}\u{10ffff}',
  "</script>'%_?$1{}[],:",
  'null',
  '{"id":1}',
  FIRST_CHARACTERS,
  'x"'.repeat(5000),
]

const EMPTY = values({ title: 'Empty' })

/** Creates a task with a hostile text in each field, comment and attachment. */
async function createHostile(store: Store, text: string) {
  const task = await store.createTask(
    BOARD,
    values({
      title: text,
      description: text,
      dueDate: '2026-04-30',
      labels: [text, `${text}${text}`],
      checklistItems: [
        { text, done: true },
        { text: `${text}!`, done: false },
      ],
    }),
    at(0),
  )
  const comments = [
    await store.createComment(BOARD, task.id, text, at(1)),
    await store.createComment(BOARD, task.id, `${text} again`, at(2)),
  ]
  const files: File[] = [text, `${text}.txt`].map((name) => ({
    fileName: name,
    contentType: name,
    bytes: Buffer.from(name),
  }))
  const attachments = await store.addAttachments(BOARD, task.id, files, at(3))
  return { ...task, comments, attachments }
}

export function jsonRules(rule: Rule): void {
  rule('the JSON text of tasks is byte for byte that of the serialiser', async (t, store) => {
    const tasks = [await store.createTask(BOARD, EMPTY, at(0))]
    for (const text of HOSTILE) tasks.push(await createHostile(store, text))
    const expected = tasks.map((task) => serialize(task))
    for (const [index, { id }] of tasks.entries()) {
      t.equal(await store.getTask(BOARD, id), expected[index], `${tasks[index]?.title.slice(0, 20)}`)
    }
    const { tasks: page } = await store.listTasks(BOARD, query({ size: 100 }))
    t.equal(page, `[${expected.join(',')}]`)
    const { tasks: none } = await store.listTasks(BOARD, query({ page: 9 }))
    t.equal(none, '[]')
  })

  rule('the JSON text of a task has all combinations of status and priority', async (t, store) => {
    for (const status of ['TODO', 'IN_PROGRESS', 'DONE'] as const) {
      for (const priority of ['LOW', 'MEDIUM', 'HIGH', 'URGENT'] as const) {
        const task = await store.createTask(BOARD, values({ status, priority }), at(0))
        t.equal(await store.getTask(BOARD, task.id), serialize(task))
      }
    }
  })

  rule('the JSON text of a loaded task has the fields of the schema in its order', async (t, store) => {
    const task = await store.createTask(BOARD, values({ checklistItems: [{ text: 'Item', done: true }] }), at(0))
    const content = await store.readContent(BOARD)
    const tasks = content.tasks.map(({ task, files }) => {
      const checklistItems = task.checklistItems.map(({ id, text, done }) => ({ done, note: 'unknown', text, id }))
      return { task: { ...task, checklistItems }, files }
    })
    await store.replaceContent(BOARD, { ...content, tasks })
    t.equal(await store.getTask(BOARD, task.id), serialize(task))
  })
}
