import t from 'tap'
import { deriveCode } from '../../../src/contract/codes.js'
import type { Reply } from '../../kit/helper.js'
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
async function startExercise(t: Parameters<typeof startClass>[0], more: object = {}) {
  const started = await startClass(t, { names: ['Ada', 'Grace'], exercise: { ...EXERCISE, ...more } })
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

t.test('after the exercise, each learner gets a certificate, found by its number (decision 138)', async (t) => {
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
})

t.test('what has ended never changes: the score, the CSV and the certificate (decisions 100 and 138)', async (t) => {
  const defects = ['create-returns-200']
  const { service, token, boards, trainer, onBoard, end, dashboard } = await startExercise(t, { defects })
  await onBoard(0, 'POST /claims', { json: { defect: 'create-returns-200' } })
  end()
  const read = async () => {
    const csv = String((await trainer('GET /scores.csv')).bytes)
      .slice(1)
      .split('\r\n')
    const columns = (csv[0] ?? '').split(',')
    // The activity goes on, and names can be corrected.
    const isOther = ['class', 'name', 'joined', 'last activity', 'requests'].map((name) => columns.indexOf(name))
    const own = (await dashboard()).boards[0]
    const { challenges, hintsTaken, total, defects, claims } = own
    const { found, ranking } = (await trainer('GET /projection')).json
    const { name, className, ...certificate } = (await onBoard(0, 'GET /certificate')).json
    return {
      csv: csv.map((row) => row.split(',').filter((_, index) => !isOther.includes(index))),
      board: { challenges, hintsTaken, total, defects, claims },
      projection: { found, points: ranking.map(({ points }: { points: number }) => points) },
      debrief: (await trainer('GET /debrief')).json.faults,
      score: (await onBoard(0, 'GET /score')).json,
      certificate,
      solved: (await onBoard(0, 'GET /challenges')).json,
      evidence: (await onBoard(0, 'GET /requests/two')).json,
    }
  }
  const before = await read()
  t.match(before.certificate, { total: { happened: 2, found: 1 }, defects: { happened: 1, found: 1 } })
  const { exercise } = await dashboard()
  const { state: _, ...settings } = exercise
  const { json: snapshot } = await service.send(`GET /boards/${boards[1].id}/snapshot`, { token })
  for (const [request, json, status] of [
    ['PUT /defects', { defects: ['title-trimmed', 'delete-returns-200'] }, 200],
    ['PUT /defects', { defects: [] }, 200],
    ['PUT /faults', { rates: { 'server-error': 1 } }, 204],
    ['PUT /exercise', { ...settings, message: 'Well done', task: 'Rest' }, 200],
    ['PUT /exercise', { ...settings, title: 'Another title' }, 409],
    ['PUT /exercise', { ...settings, endsAt: minute(20) }, 409],
    ['PUT /exercise', { ...settings, endsAt: minute(60) }, 409],
    ['PUT /exercise', { ...settings, challenges: ['first-list'] }, 409],
    ['PUT /exercise', { ...settings, drill: {} }, 409],
    ['PUT /exercise', { ...settings, defects: [] }, 409],
    ['POST /reset', {}, 204],
    ['POST /reset', { fixture: 'demo' }, 204],
    ['POST /reset', { snapshot }, 204],
    ['POST /boards', { names: ['Alan'] }, 201],
    ['PATCH ', { name: 'Another class', frozen: false }, 200],
    [`PATCH /boards/${boards[0].id}`, { name: 'Ada Lovelace' }, 200],
  ] as const) {
    const reply = await trainer(request, { json })
    t.equal(reply.status, status, `${request} ${JSON.stringify(json)}`)
    for (const path of ['/api/buggy/tasks/1', '/api/v1/tasks/1']) await onBoard(0, `GET ${path}`, { unchecked: true })
    for (const [path, body] of [
      ['/claims', { requestId: 'two', fault: 'server-error' }],
      ['/claims', { defect: 'title-trimmed' }],
      ['/grade', { variant: 'v1', found: 1, defects: 1 }],
      ['/requests/two/hints', undefined],
    ] as const) {
      const refused = await onBoard(0, `${path === '/grade' ? 'PUT' : 'POST'} ${path}`, { ...(body && { json: body }) })
      t.equal(refused.status, 409, path)
    }
    const after = await read()
    // The learners who were added have rows of their own.
    t.strictSame(
      { ...after, csv: after.csv.slice(0, before.csv.length - 1) },
      { ...before, csv: before.csv.slice(0, -1) },
      request,
    )
  }
  const found = (await trainer(`GET /certificates?number=${before.certificate.number}`)).json.certificates
  t.match(found, [{ name: 'Ada Lovelace', className: 'Another class', number: before.certificate.number }])
  const next = { title: 'The next part', startsAt: minute(32), endsAt: minute(60) }
  t.equal((await trainer('PUT /exercise', { json: next })).status, 200)
  service.clock.now += 60 * MINUTE
  t.match((await read()).certificate, {
    title: 'The next part',
    total: { happened: 0 },
    defects: { happened: 0, found: 0 },
  })
})

t.test('a certificate of version 2.0.0 stays valid: its number depends on the names', async (t) => {
  const { service, boards, onBoard, trainer, end } = await startExercise(t)
  end()
  const { json: certificate } = await onBoard(0, 'GET /certificate')
  const { number, ...certified } = certificate
  const key = await service.app.store.signingKey('default', '')
  const earlier = deriveCode(key, JSON.stringify(['certificate', boards[0].id, certified]), 4)
  t.not(earlier, number)
  t.same((await trainer(`GET /certificates?number=${earlier}`)).json, { certificates: [certificate] })
})

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
