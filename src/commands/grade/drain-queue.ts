import { setMaxListeners } from 'node:events'

/**
 * Takes items from a queue with all jobs at the same time, until it is empty. An error ends the others.
 *
 * @param work gets the item, the number of its job, and a signal that aborts when it must end
 * @throws the first error, or the reason of the abort
 */
export async function drainQueue<Item>(
  queue: Item[],
  jobs: number,
  signal: AbortSignal,
  work: (item: Item, job: number, ending: AbortSignal) => Promise<void>,
): Promise<void> {
  const others = new AbortController()
  const ending = AbortSignal.any([signal, others.signal])
  setMaxListeners(0, ending)
  let failure: unknown
  async function drain(job: number): Promise<void> {
    for (let item = queue.shift(); item !== undefined; item = queue.shift()) await work(item, job, ending)
  }
  const endOthers = (error: unknown) => {
    failure ??= error
    others.abort(error)
  }
  await Promise.all(Array.from({ length: jobs }, (_, job) => drain(job).catch(endOthers)))
  if (failure !== undefined) throw failure
}
