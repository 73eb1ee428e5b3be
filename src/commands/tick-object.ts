import { executionAsyncResource } from 'node:async_hooks'

/**
 * One of the objects that `process.nextTick` creates. V8 drops the hidden class of objects when a garbage collection
 * finds none of them. In Node.js 20, `process.nextTick` then takes six times as long until the process ends, and a
 * request calls it several times. This object keeps the hidden class.
 */
export const tickObject: object = await new Promise((resolve) =>
  process.nextTick(() => resolve(executionAsyncResource())),
)
