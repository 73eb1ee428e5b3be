import { networkInterfaces } from 'node:os'
import t from 'tap'
import { machineAddresses } from '../../../src/classroom/projector/machine-addresses.js'
import type { Json } from '../../kit/helper.js'
import { startClass } from './class.js'
import { MINUTE, minute } from './learner.js'
import { EXERCISE, NAMES, report } from './report.js'

t.test('the addresses for learners have PUBLIC_URL, or else the host of the request (decision 137)', async (t) => {
  const { trainer } = await startClass(t, {}, { allowedHosts: ['board.test'] })
  const own = (await trainer('GET /addresses', { headers: { host: 'localhost:3000' } })).json
  t.strictSame(own, { url: 'http://localhost:3000', local: true, others: [] })
  const reached = (await trainer('GET /addresses', { headers: { host: 'board.test:3000' } })).json
  t.match(reached, { url: 'http://board.test:3000', local: false })
  t.equal((await trainer('GET /addresses', { token: 'wrong' })).status, 401)
  const proxied = await startClass(t, {}, { publicUrl: 'https://boards.example.org/lab' })
  t.match((await proxied.trainer('GET /addresses')).json, { url: 'https://boards.example.org/lab', local: false })
})

t.test('only a trainer at the machine of the service gets its other addresses (decision 137)', async (t) => {
  const everywhere = { address: '0.0.0.0', family: 'IPv4', port: 3000 }
  const others = machineAddresses(everywhere, networkInterfaces())
  const allowedHosts = others.map(({ url }) => new URL(url).hostname)
  const { service, trainer } = await startClass(t, {}, { trustProxy: true, allowedHosts })
  // Tests listen at the loopback address only, which others cannot reach.
  service.app.server.address = () => everywhere
  const othersFor = async (client: string) => {
    const headers = { host: 'localhost:3000', 'x-forwarded-for': client }
    return (await trainer('GET /addresses', { headers })).json.others
  }
  t.strictSame(await othersFor('127.0.0.1'), others)
  t.strictSame(await othersFor('203.0.113.7'), [])
})

t.test('the projection of a class has its progress, a ranking, and who was first (decision 137)', async (t) => {
  const training = await startClass(t, { count: undefined, names: NAMES, fixture: 'demo', exercise: EXERCISE })
  const { trainer, onBoard, boards, join } = training
  const read = async () => (await trainer('GET /projection')).json
  t.match(await read(), {
    learners: 3,
    joined: 0,
    requests: 0,
    found: 0,
    challenges: 2,
    solved: 0,
    ranking: { length: 0 },
  })
  for (const name of ['Alan', 'Grace']) await join(name)
  const places = (await read()).ranking.map(({ place }: Json) => place)
  t.strictSame(places, [1, 1], 'learners with the same points share a place')
  await onBoard(0, 'GET /api/v1/tasks')
  await report(training, 1, 'one', 'pagination')
  await report(training, 1, 'two', 'date-mix')
  training.service.clock.now += 1000
  await report(training, 0, 'one', 'date-mix')
  t.match(await read(), {
    joined: 3,
    requests: 4,
    found: 2,
    solved: 3,
    ranking: [
      { board: boards[0].id, name: 'Ada', place: 1, points: 3, found: 1, solved: 2 },
      { name: 'Grace', place: 2, points: 1.5, found: 1, solved: 1 },
      { name: 'Alan', place: 3, points: 0 },
    ],
  })
  const firsts = (await read()).firsts.map(({ kind, title, board }: Json) => [kind, title, board])
  t.strictSame(firsts.sort(), [
    ['challenge', 'A date that is a number', boards[1].id],
    ['challenge', 'Read the list of tasks', boards[0].id],
    ['fault', 'date-mix', boards[1].id],
  ])
  t.equal((await trainer('GET /projection', { token: 'wrong' })).status, 401)

  const [seat] = (await trainer('POST /boards', { json: { count: 1 } })).json.boards
  t.match(await read(), { learners: 4, ranking: { length: 3 } }, 'a free board has no learner')
  await training.service.send(`GET /b/${seat.id}/api/v1/tasks`)
  await training.dashboard()
  t.match(await read(), { joined: 3, ranking: { length: 4 } }, 'somebody uses it without a name')
})

t.test('the projection says nothing that the exercise hides from learners (decision 137)', async (t) => {
  const exercise = { ...EXERCISE, feedback: 'after', endsAt: minute(30) }
  const training = await startClass(t, { count: undefined, names: NAMES, fixture: 'demo', exercise })
  const { trainer, onBoard, service } = training
  await onBoard(0, 'GET /api/v1/tasks')
  await report(training, 0, 'one', 'date-mix')
  await report(training, 1, 'one', 'pagination')
  const hidden = (await trainer('GET /projection')).json
  t.match(hidden, { found: null, challenges: 1, solved: 1, firsts: [{ name: 'first-list' }] })
  t.equal(hidden.firsts.length, 1)
  t.strictSame(
    hidden.ranking.map(({ points, found }: Json) => [points, found]),
    [
      [1, null],
      [0, null],
    ],
  )
  t.strictSame((await trainer('GET /debrief')).json, { learners: 2, faults: [], challenges: [], situations: [] })
  service.clock.now += 31 * MINUTE
  t.match((await trainer('GET /projection')).json, {
    found: 1,
    challenges: 2,
    solved: 2,
    ranking: [{ points: 3 }, { points: 0 }],
  })
})
