import t, { type Test } from 'tap'
import { FileTooLarge, TooBusy } from '../src/contract/errors.js'
import { createWorkerQueue } from '../src/threads/worker-queue.js'
import { workerFile } from '../src/threads/worker-thread.js'

interface Job {
  bytes: Uint8Array
  then: 'return' | 'allocate' | 'exit' | 'throw' | 'refuse' | 'wait'
}

const FILE = workerFile('failing-worker', import.meta.filename)

function start(t: Test, options: { idle?: number } = {}) {
  const queue = createWorkerQueue<Job, number>(FILE, { memory: 32, queueMax: 1000, ...options })
  t.teardown(() => queue.close())
  return { queue, run: (then: Job['then'], size = 1) => queue.run({ bytes: new Uint8Array(size), then }) }
}

t.test('a worker thread that runs out of memory is 503, and the next job succeeds (decision 62)', async (t) => {
  const { run } = start(t)
  const [first, second] = [run('allocate'), run('return', 5)]
  await t.rejects(first, { statusCode: 503, cause: { code: 'ERR_WORKER_OUT_OF_MEMORY' } })
  t.equal(await second, 5)
})

t.test('a worker thread that ends is 503, and the next job succeeds', async (t) => {
  const { run } = start(t)
  await t.rejects(run('exit', 600), new TooBusy())
  t.equal(await run('return', 600), 600, 'a failed job frees its memory')
})

t.test('an unexpected error in a worker thread rejects with its cause', async (t) => {
  const { run } = start(t)
  await t.rejects(run('throw', 600), { message: 'Unexpected' })
  t.equal(await run('return', 600), 600, 'a failed job frees its memory')
})

t.test('an error of the catalogue arrives with its class and its message', async (t) => {
  const { run } = start(t)
  const error = await run('refuse').catch((error) => error)
  t.ok(error instanceof FileTooLarge)
  t.match(error, { statusCode: 400, message: new FileTooLarge('a.txt').message })
})

t.test('a job that does not fit into the queue is 503 (decision 62)', async (t) => {
  const { run } = start(t)
  const [first, second, third] = [run('return', 600), run('return', 600), run('return', 400)]
  await t.rejects(second, new TooBusy())
  t.strictSame(await Promise.all([first, third]), [600, 400])
  t.equal(await run('return', 600), 600, 'finished jobs free their memory')
})

t.test('an idle worker thread stops, but not during a job that takes longer', async (t) => {
  const { run } = start(t, { idle: 100 })
  t.equal(await run('return', 5), 5)
  t.equal(await run('wait', 6), 6)
  t.equal(await run('wait', 7), 7, 'the time counts from the end of the last job')
})
