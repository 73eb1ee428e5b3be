/** Creates the parts that exposures have in common. */
import type { Bytes, Case, Expectation, ExposureRequest, FormPart, Matcher, Step, Value } from './exposure.js'

type Json = Readonly<Record<string, Value>>

export const post = (path: string, json: Json): ExposureRequest => ({ method: 'POST', path, body: { json } })
export const put = (path: string, json: Json): ExposureRequest => ({ method: 'PUT', path, body: { json } })
export const get = (path: string): ExposureRequest => ({ method: 'GET', path })
export const remove = (path: string): ExposureRequest => ({ method: 'DELETE', path })

/** The title of a task that a search for `{run}` finds. */
export const TITLE = 'Task {run}'

export const createTask = (values: Json = {}): ExposureRequest =>
  post('/tasks', { title: TITLE, status: 'TODO', ...values })

/** A step that creates a task. */
export const task = (as = 'task', values: Json = {}): Step => ({ as, send: createTask(values) })

export const replaceTask = (as: string, values: Json = {}): ExposureRequest =>
  put(`/tasks/{${as}/id}`, { title: TITLE, status: 'TODO', ...values })

export const readTask = (as = 'task'): ExposureRequest => get(`/tasks/{${as}/id}`)

export const deleteTask = (as = 'task'): ExposureRequest => remove(`/tasks/{${as}/id}`)

/** Lists the tasks of this run. */
export const listTasks = (query = ''): ExposureRequest => get(`/tasks?search={run}${query && `&${query}`}`)

/** Deletes all tasks. In v2, only an administrator can. */
export const deleteAllTasks: ExposureRequest = { ...remove('/tasks'), auth: 'admin' }

export const moveTask = (as: string, targetStatus: string, targetIndex: Value): ExposureRequest =>
  post(`/tasks/{${as}/id}/reorder`, { targetStatus, targetIndex })

export const createComment = (as = 'task', text = 'A comment'): ExposureRequest =>
  post(`/tasks/{${as}/id}/comments`, { text })

export const file = (fileName: string, content: Bytes = 'text', type = 'text/plain'): FormPart => ({
  name: 'files',
  fileName,
  type,
  content,
})

export const upload = (as: string, ...form: FormPart[]): ExposureRequest => ({
  method: 'POST',
  path: `/tasks/{${as}/id}/attachments`,
  body: { form },
})

/** The time in milliseconds after which a timestamp with whole seconds is different. */
export const NEXT_SECOND = 1100

/** An id that no task, comment or attachment has. */
export const UNKNOWN_ID = '987654321987'

export const expect = (at: Expectation['at'], is: Matcher, because: string): Expectation => ({ at, is, because })

/** Expects a value. */
export const equals = (at: Expectation['at'], value: Value, because: string): Expectation =>
  expect(at, { equals: value }, because)

export const status = (code: number, because = `the status is ${code}`): Expectation => equals('status', code, because)

const JSON_BODY = expect('header:content-type', { matches: '^application/json' }, 'the body is JSON')

/** Expects a status and a JSON body. */
export const json = (code: number, because?: string): Expectation[] => [JSON_BODY, status(code, because)]

/** Expects a JSON body with a status, and values in it. The last one states the rule. */
export const body = (code: number, ...values: Expectation[]): Expectation[] => [status(code), JSON_BODY, ...values]

/** A step whose response is 200 with a JSON body, and values in it. The last one states the rule. */
export const shows = (send: ExposureRequest, ...values: Expectation[]): Step => ({ send, expect: body(200, ...values) })

/** The order of the tasks of a list. */
export const order = (names: readonly string[], because: string): Expectation =>
  equals('/content/*/id', idsOf(names), because)

/** Only these tasks, in any order. */
export const only = (names: readonly string[], because: string): Expectation =>
  expect('/content/*/id', { sameItems: idsOf(names) }, because)

function idsOf(names: readonly string[]): Value[] {
  return names.map((name) => ({ $: `${name}/id` }))
}

/** The exposure of a defect of all variants. Named tasks that its steps create, and do not delete, are deleted at the end. */
export const exposure = (steps: readonly Step[]): Case => ({
  variant: 'v1',
  board: 'any',
  steps,
  cleanUp: leftTasks(steps).map(deleteTask),
})

/** The same, with a step before the others that creates the task `task`. */
export const onTask = (steps: readonly Step[]): Case => exposure([task(), ...steps])

/** The same for a defect of v2. */
export const inV2 = (steps: readonly Step[]): Case => ({ ...exposure(steps), variant: 'v2' })

/** The same for an exposure during which nothing else may happen on the board. */
export const alone = (steps: readonly Step[]): Case => ({ ...exposure(steps), board: 'alone' })

/** Returns the names of the created tasks that no later step deletes. */
function leftTasks(steps: readonly Step[]): string[] {
  const requests = steps.map(({ send }) => [send].flat())
  return steps.flatMap(({ as = '' }, index) => {
    const isCreation = requests[index]?.some(({ method, path }) => method === 'POST' && path === '/tasks')
    const deletions = ['/tasks', deleteTask(as).path]
    const later = requests.slice(index + 1).flat()
    const isDeleted = later.some(({ method, path }) => method === 'DELETE' && deletions.includes(path))
    return as !== '' && isCreation && !isDeleted ? [as] : []
  })
}
