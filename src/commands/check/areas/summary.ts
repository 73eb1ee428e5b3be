import type { Api } from '../api.js'
import { area, CURRENT, spec } from '../check.js'
import { equal, fields, hasFields, matches } from '../expect.js'
import { returns } from '../returns.js'

/** GET /tasks/summary. */
export const summary = area('summary', CURRENT)
const { check, given, onEmptyBoard } = summary

/** Creates one task in TODO, two in IN_PROGRESS and three in DONE, on an empty board. */
async function six(api: Api): Promise<number[]> {
  await api.clear()
  const [progress, done] = [{ status: 'IN_PROGRESS' }, { status: 'DONE' }]
  return api.createAll({}, progress, progress, done, done, done)
}
const read = (api: Api) => api.json('GET /tasks/summary')

const onSix = given(six)

check('returns-200', spec(4), 'GET /tasks/summary returns 200.', returns(200, 'GET /tasks/summary'))
check('returns-json', 'specification, introduction', 'The summary is sent as `application/json`.', async (api) =>
  matches((await api.send('GET /tasks/summary')).headers.get('content-type'), /^application\/json\b/i),
)
check('fields', spec(2), 'The summary has the fields of the specification.', async (api) =>
  hasFields(await read(api), ['doneTasks', 'inProgressTasks', 'todoTasks', 'totalTasks']),
)
onEmptyBoard('empty-board', spec(2), 'The summary of an empty board has zeros.', async (api) => {
  equal(await read(api), { totalTasks: 0, todoTasks: 0, inProgressTasks: 0, doneTasks: 0 })
})
for (const [field, count] of Object.entries({ totalTasks: 6, todoTasks: 1, inProgressTasks: 2, doneTasks: 3 })) {
  onSix(field, spec(2), `\`${field}\` counts the tasks.`, async (api) => {
    fields(await read(api), { [field]: count })
  })
}
onSix('after-create', spec(4), 'The summary counts a new task at once.', async (api) => {
  await read(api)
  await api.create()
  fields(await read(api), { todoTasks: 2 })
})
onSix('after-delete', spec(4), 'The summary does not count a deleted task.', async (api, [first]) => {
  await read(api)
  await api.send(`DELETE /tasks/${first}`)
  fields(await read(api), { todoTasks: 0 })
})
onSix('after-replace', spec(4), 'The summary counts a task with its new status after PUT.', async (api, [first]) => {
  await read(api)
  await api.replace(first as number, { status: 'DONE' })
  fields(await read(api), { todoTasks: 0, doneTasks: 4 })
})
onSix('after-reorder', spec(4), 'The summary counts a moved task in its new column.', async (api, [first]) => {
  await read(api)
  await api.move(first as number, 'DONE', 0)
  fields(await read(api), { todoTasks: 0, doneTasks: 4 })
})
