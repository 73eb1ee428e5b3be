import t, { type Test } from 'tap'
import { NO_FAULTS, type Reply, START, startService } from '../../kit/helper.js'
import { fillBoard, inVariant, OPERATIONS } from '../faults/operations.js'
import { assertSame } from '../faults/twins.js'

/** Requests that are not operations, so faults do not apply to them. */
const OTHERS = [
  ...['HEAD /tasks', 'PATCH /tasks/2', 'PUT /tasks', 'POST /tasks/summary', 'GET /tasks/2/nothing'],
  ...['GET /tasks/%FF', 'GET /tasks?search=%'],
].map((request) => ({ name: request, request, options: undefined, status: undefined }))

/** The responses of a new service to all operations. */
async function play(t: Test, variant: string, rate = 0): Promise<Reply[]> {
  const rates = Object.fromEntries(Object.keys(NO_FAULTS).map((name) => [name, rate]))
  const service = await startService(t, { rates, faultSeed: 1 })
  await fillBoard(service)
  const token = variant === 'v2' ? { token: (await service.login()).token } : {}
  const replies: Reply[] = []
  for (const [index, { name, request, options, status }] of [...OTHERS, ...OPERATIONS].entries()) {
    service.clock.now = START + index * 1000
    const reply = await service.send(inVariant(variant, request), { ...options, ...token })
    if (status !== undefined) t.equal(reply.status, status, `${variant}: ${name}`)
    replies.push(reply)
  }
  return replies
}

t.test('v2, and buggy without a fault, respond byte for byte like v1 (decision 35)', async (t) => {
  const expected = await play(t, 'v1')
  for (const { what, replies } of [
    { what: 'v2', replies: await play(t, 'v2') },
    { what: 'buggy with every rate at 0', replies: await play(t, 'buggy') },
    {
      what: 'buggy with rates at which no fault is drawn',
      replies: await play(t, 'buggy', Number.MIN_VALUE),
    },
  ]) {
    for (const [index, { name, request }] of [...OTHERS, ...OPERATIONS].entries()) {
      const [reply, v1] = [replies[index] as Reply, expected[index] as Reply]
      if (request.startsWith('HEAD')) t.equal(reply.headers['content-length'], v1.headers['content-length'])
      else assertSame(t, `${what}: ${name}`, reply, v1)
    }
  }
})
