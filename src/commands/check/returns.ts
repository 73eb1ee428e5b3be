import type { Api, RequestOptions } from './api.js'
import type { Json } from './exchange.js'
import { equal, fields } from './expect.js'

/**
 * Returns what a check does that sends one request and compares the status.
 *
 * @param request the request. `{id}` stands for the id of the task with which the check starts.
 */
export function returns(expected: number, request: string, options?: RequestOptions) {
  return async (api: Api, task?: Json): Promise<void> =>
    equal(await api.status(request.replace('{id}', String(task?.id)), options), expected)
}

/** Returns what a check does that creates a task and compares fields of it. */
export function creates(values: Record<string, unknown>, expected = values) {
  return async (api: Api): Promise<void> => fields(await api.create(values), expected)
}
