import t from 'tap'
import { ADMIN_TOKEN, startBoard, TASK } from '../../kit/board.js'
import { multipart, ownStore, startService } from '../../kit/helper.js'

/** Returns the value of a metric with these labels, `undefined` if there is none. */
function read(text: string, name: string, labels: Record<string, string> = {}): number | undefined {
  const expected = Object.entries(labels).map(([label, value]) => `${label}="${value}"`)
  const line = text
    .split('\n')
    .find((line) => line.match(/^\w+/)?.[0] === name && expected.every((label) => line.includes(label)))
  return line === undefined ? undefined : Number(line.split(' ').at(-1))
}

t.test('metrics count responses by route, variant and status', async (t) => {
  const { service, ...board } = await startBoard(t, await ownStore())
  await service.createTask()
  for (let count = 0; count < 3; count++) await board.send('GET /api/v1/tasks/9')
  await board.send('GET /api/v1/tasks')
  await board.send('GET /api/buggy/tasks', { headers: { prefer: 'fault=server-error' }, unchecked: true })
  await board.send('GET /api/buggy/tasks', { headers: { prefer: 'fault=slow-response; delay=20' }, unchecked: true })
  await board.send('POST /api/v1/tasks', { json: TASK })
  await board.send('POST /api/v1/tasks/1/attachments', multipart([{ fileName: 'a', content: 'x'.repeat(1234) }]))
  await service.send('POST /classes', { json: { name: 'A class', count: 1 } })
  const { status, headers, bytes } = await service.send('GET /metrics')
  t.equal(status, 200)
  t.match(headers['content-type'], /^text\/plain; version=0\.0\.4/)
  const text = String(bytes)
  const duration = 'http_request_duration_seconds'
  const notFound = { variant: 'v1', method: 'GET', route: '/api/v1/tasks/:id', status: '404' }
  t.equal(read(text, `${duration}_count`, notFound), 3)
  t.equal(read(text, `${duration}_bucket`, { ...notFound, le: '+Inf' }), 3)
  t.equal(read(text, `${duration}_bucket`, { ...notFound, le: '10' }), 3)
  t.ok((read(text, `${duration}_sum`, notFound) ?? 0) > 0)
  t.equal(read(text, `${duration}_bucket`, { variant: 'buggy', status: '200', le: '10' }), 1, 'in seconds')
  const created = { variant: 'v1', method: 'POST', route: '/api/v1/tasks', status: '201' }
  t.equal(read(text, `${duration}_count`, created), 2, 'sums over all boards')
  t.equal(read(text, `${duration}_count`, { variant: 'buggy', status: '500' }), 1)
  t.equal(read(text, 'task_board_faults_total', { fault: 'server-error' }), 1)
  t.equal(read(text, 'task_board_boards'), 2, 'with that of the class')
  t.equal(read(text, 'task_board_classes'), 1)
  t.equal(read(text, 'task_board_attachment_bytes'), 1234)
  t.ok((read(text, 'nodejs_eventloop_lag_seconds') ?? -1) >= 0)
  t.notOk(text.includes(board.id), 'no metric names a board')
  for (const name of new Set(text.match(/^[a-z]\w*(?=[ {])/gm))) {
    t.ok(new RegExp(`^# TYPE ${name.replace(/_(bucket|sum|count)$/, '')}(_count)? `, 'm').test(text), name)
  }
})

t.test('only the administrator reads metrics of a service that other machines reach (decision 56)', async (t) => {
  const { send } = await startService(t, { isLocal: false, adminToken: ADMIN_TOKEN })
  for (const options of [{}, { token: 'another' }]) {
    const { status, headers, json } = await send('GET /metrics', options)
    t.strictSame([status, headers['www-authenticate']], [401, 'Bearer'])
    t.match(json, {
      path: '/metrics',
      message: 'A valid administrator token is required (Authorization: Bearer <token>)',
    })
  }
  t.equal((await send('GET /metrics', { token: ADMIN_TOKEN })).status, 200)
})
