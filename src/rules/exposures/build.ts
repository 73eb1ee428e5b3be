/** Creates requests and expectations of exposures and of other tests. */
import type { Bytes, Expectation, ExposureRequest, FormPart, Matcher, Step, Value } from './exposure.js'

type Json = Readonly<Record<string, Value>>

export const post = (path: string, json: Json): ExposureRequest => ({ method: 'POST', path, body: { json } })
export const get = (path: string): ExposureRequest => ({ method: 'GET', path })

/** The values of a valid task. A search for `{run}` finds it. */
export const TASK = { title: 'Task {run}', status: 'TODO' }

export const createTask = (values: Json = {}): ExposureRequest => post('/tasks', { ...TASK, ...values })

/** A step that creates a task. */
export const task = (as = 'task', values: Json = {}): Step => ({ as, send: createTask(values) })

export const deleteTask = (as = 'task'): ExposureRequest => ({ method: 'DELETE', path: `/tasks/{${as}/id}` })

export const file = (fileName: string, content: Bytes = 'text', type = 'text/plain'): FormPart => ({
  name: 'files',
  fileName,
  type,
  content,
})

/** An id that no task, comment or attachment has. */
export const UNKNOWN_ID = '987654321987'

export const expect = (at: Expectation['at'], is: Matcher, because: string): Expectation => ({ at, is, because })

/** Expects a value. */
export const equals = (at: Expectation['at'], value: Value, because: string): Expectation =>
  expect(at, { equals: value }, because)
