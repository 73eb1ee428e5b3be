import t from 'tap'
import { deriveCode } from '../../src/secrets/codes.js'
import type { Reply } from '../helper.js'
import { startClass } from './class.js'
import { MINUTE, minute } from './learner.js'

const EXERCISE = {
  title: 'Find the faults',
  endsAt: minute(30),
  challenges: ['first-list', 'read-task'],
  faults: { script: [['server-error'], ['server-error']], scriptEnd: 'none' },
}

const MESSAGE = 'There is no certificate: it needs a class, the name of a learner, and an exercise that has ended'

/** Starts a class in which Ada finds one of two faults, and solves one of two challenges. */
async function startExercise(t: Parameters<typeof startClass>[0]) {
  const started = await startClass(t, { names: ['Ada', 'Grace'], exercise: EXERCISE })
  const { onBoard } = started
  for (const id of ['one', 'two']) {
    await onBoard(0, 'GET /api/buggy/tasks/1', { headers: { 'x-request-id': id }, unchecked: true })
  }
  await onBoard(0, 'POST /claims', { json: { requestId: 'one', fault: 'server-error' } })
  await onBoard(0, 'GET /api/v1/tasks')
  const end = () => {
    started.service.clock.now += 31 * MINUTE
  }
  return { ...started, end }
}

t.test(
  'after the exercise, each learner gets a certificate, which the trainer finds by its number (decision 138)',
  async (t) => {
    const { onBoard, trainer, end } = await startExercise(t)
    t.same((await trainer('GET /certificates')).json, { certificates: [] })
    end()
    const { json: certificate } = await onBoard(0, 'GET /certificate')
    t.match(certificate, {
      number: /^([2-9A-HJKMNP-TV-Z]{4}-){3}[2-9A-HJKMNP-TV-Z]{4}$/,
      name: 'Ada',
      className: 'Testing APIs',
      title: 'Find the faults',
      endsAt: EXERCISE.endsAt,
      total: { happened: 2, found: 1, wrong: 0, recall: 0.5 },
      challenges: { total: 2, solved: 1 },
    })
    const { json: other } = await onBoard(1, 'GET /certificate')
    t.not(other.number, certificate.number)
    t.same((await trainer('GET /certificates')).json, { certificates: [certificate, other] })
    const typed = certificate.number.toLowerCase().replaceAll('-', '')
    t.same((await trainer(`GET /certificates?number=${typed}`)).json, { certificates: [certificate] })
    t.same((await trainer('GET /certificates?number=AAAA-AAAA-AAAA-AAAA')).json, { certificates: [] })
    t.equal((await onBoard(0, 'GET /certificate')).json.number, certificate.number, 'it stays the same')
    await trainer('PATCH ', { json: { name: 'Another class' } })
    t.same(
      (await trainer(`GET /certificates?number=${typed}`)).json,
      { certificates: [] },
      'it is about the other name',
    )
  },
)

t.test('there is no certificate before the end, without a name, and without a class', async (t) => {
  const { service, boards, onBoard, trainer, end } = await startExercise(t)
  const isRefused = ({ status, json }: Reply, message: string) =>
    t.same([status, json.message], [404, MESSAGE], message)
  isRefused(await onBoard(0, 'GET /certificate'), 'before the end')
  end()
  await trainer(`PATCH /boards/${boards[0].id}`, { json: { name: null } })
  isRefused(await onBoard(0, 'GET /certificate'), 'without a name')
  t.equal((await trainer('GET /certificates')).json.certificates.length, 1)
  const { json: board } = await service.send('POST /boards', { json: {} })
  isRefused(await service.send(`GET /b/${board.id}/certificate`), 'without a class')
})

t.test('only the trainer can verify certificates', async (t) => {
  const { trainer } = await startExercise(t)
  t.equal((await trainer('GET /certificates', { token: 'unknown' })).status, 401)
})

t.test('a later version computes the same numbers, so that printed certificates stay valid', async (t) => {
  t.equal(deriveCode('key', 'text', 4), 'PK5S-GCXW-DRT8-MFD7')
})
