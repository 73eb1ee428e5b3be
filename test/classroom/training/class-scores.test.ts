import t from 'tap'
import { TASK } from '../../kit/board.js'
import type { Json } from '../../kit/helper.js'
import { createBoard, EVERY_SECOND, startClass } from './class.js'
import { MINUTE, minute } from './learner.js'

t.test('the dashboard and the export have the activity and the score of every learner (decision 105)', async (t) => {
  const { service, trainer, onBoard, dashboard, join } = await startClass(t, {
    fixture: 'demo',
    count: undefined,
    names: ['=SUM(A1)', 'O"Hara; Ann'],
    exercise: {
      title: 'Dates',
      startsAt: minute(-24 * 60),
      endsAt: minute(24 * 60),
      faults: EVERY_SECOND,
      defects: ['create-returns-200'],
    },
  })
  await join('=sum(a1)')
  const { headers } = await onBoard(0, 'GET /api/buggy/tasks/1', { unchecked: true })
  const requestId = headers['x-request-id']
  for (const fault of ['date-mix', 'pagination']) await onBoard(0, 'POST /claims', { json: { requestId, fault } })
  await onBoard(0, 'POST /claims', { json: { defect: 'create-returns-200' } })
  await onBoard(0, 'PUT /grade', { json: { variant: 'v2', found: 3, defects: 8 } })
  const { boards, faults } = await dashboard()
  const [first, second] = boards
  const ofClass = { fault: 'date-mix', happened: 1, found: 1, credit: 1, wrong: 0, precision: 1, recall: 1, f1: 1 }
  const occurred = faults.filter(({ happened }: Json) => happened > 0)
  t.same(occurred, [ofClass], 'the sums over all boards')
  t.match(first, {
    joined: true,
    lastActivity: minute(0),
    requests: 1,
    claims: 3,
    total: { happened: 1, found: 1, wrong: 1, precision: 0.5, recall: 1, f1: 0.6667 },
    defects: { happened: 1, found: 1, wrong: 0 },
    grade: { variant: 'v2', found: 3, defects: 8 },
  })
  t.equal(second.grade, undefined)
  t.match(second, { joined: false, requests: 0, claims: 0, total: { happened: 0, f1: null }, defects: { found: 0 } })
  const csv = await trainer('GET /scores.csv')
  t.equal(csv.headers['content-type'], 'text/csv; charset=utf-8')
  t.equal(csv.headers['content-disposition'], 'attachment; filename="scores Testing APIs 2026-03-03.csv"')
  const [heading, ...rows] = String(csv.bytes).split('\r\n')
  t.equal(
    heading,
    '\ufeffclass,date,exercise,name,joined,last activity,requests,claims,hints,challenges,challenges solved,faults happened,faults found,credit,wrong claims,points,precision,recall,F1,defects,defects found,wrong claims of defects,graded variant,graded defects,graded defects found,drill score,board',
  )
  t.match(
    rows[0],
    /^Testing APIs,2026-03-03,Dates,"'=SUM\(A1\)",yes,2026-03-02T08:30:00Z,1,3,0,0,0,1,1,1,1,1\.5,0\.5,1,0\.6667,1,1,0,v2,8,3,,http/,
  )
  t.match(rows[1], /^Testing APIs,2026-03-03,Dates,"O""Hara; Ann",no,,0,0,0,0,0,0,0,0,0,0,,,,1,0,0,,,,,http/)
  t.equal(rows[2], '')

  await trainer('POST /boards', { json: { count: 2 } })
  const { boards: all } = await dashboard()
  await onBoard(1, 'GET /api/v1/tasks')
  await join('Ada')
  t.equal(
    String((await trainer('GET /scores.csv')).bytes)
      .trim()
      .split('\r\n').length,
    4,
    'no row for the free board',
  )
  t.equal(all.length, 4)
  for (const name of ['@SUM(A1)', ' +1', '＝1', '＠x', '|x', '%x', '-1']) {
    await trainer(`PATCH /boards/${all[0].id}`, { json: { name } })
    t.match(String((await trainer('GET /scores.csv')).bytes), `"'${name}"`, 'a spreadsheet reads no formula')
  }

  t.equal((await trainer('PATCH ', { json: { name: 'Room 1/2: "A"' } })).status, 200)
  const { headers: renamed } = await trainer('GET /scores.csv')
  service.clock.now += MINUTE
  await onBoard(0, 'GET /api/v1/tasks/1')
  t.match((await dashboard()).boards[0], { lastActivity: minute(1), lastProgress: minute(0) })
  t.match(renamed['content-disposition'], 'filename="scores Room 1-2- -A- 2026-03-03.csv"')
})

t.test('a new exercise of a class starts all scores anew (decision 104)', async (t) => {
  const { service, trainer, onBoard, dashboard, boards, token } = await startClass(t, {
    fixture: 'demo',
    exercise: { faults: EVERY_SECOND, endsAt: minute(10) },
  })
  const seedsOf = () =>
    Promise.all(boards.map(async ({ id }) => (await service.send(`GET /boards/${id}/faults`, { token })).json.seed))
  const read = (index: number) => onBoard(index, 'GET /api/buggy/tasks/1', { unchecked: true })
  await Promise.all([read(0), read(1)])
  const seeds = await seedsOf()
  t.not(seeds[0], seeds[1])
  const happened = async () => (await dashboard()).boards.map(({ total }: Json) => total.happened)
  t.same(await happened(), [1, 1])
  await trainer('PUT /exercise', { json: { title: 'Another title' } })
  t.same(await happened(), [1, 1])
  t.same(await seedsOf(), seeds)
  await trainer('PUT /exercise', { json: { faults: { ...EVERY_SECOND, seed: 8 } } })
  t.same(await seedsOf(), [8, 8], 'other faults restart the plans of an exercise that goes on')
  t.same(await happened(), [1, 1])
  service.clock.now += 20 * MINUTE
  await trainer('PUT /exercise', { json: { startsAt: minute(20), faults: { ...EVERY_SECOND, seed: 9 } } })
  t.same(await happened(), [0, 0])
  t.same(await seedsOf(), [9, 9])
  await read(1)
  t.same(await happened(), [0, 1])
})

t.test('a reset restores all boards, also from a snapshot of the trainer (decision 106)', async (t) => {
  const training = await startClass(t, { exercise: { faults: EVERY_SECOND } })
  const { service, trainer, onBoard, dashboard, boards, token } = training
  const faultsOf = async ({ id }: Json, trainerSecret: string) =>
    (await service.send(`GET /boards/${id}/faults`, { token: trainerSecret })).json
  const own = await createBoard(service)
  await own.send('POST /api/v1/tasks', { json: { ...TASK, title: 'From the trainer' } })
  await own.asOwner('PUT /faults', { json: { profile: 'stormy' } })
  const snapshot = (await own.asOwner('GET /snapshot')).json
  const titles = async () => {
    const pages = await Promise.all([0, 1].map((index) => onBoard(index, 'GET /api/v1/tasks')))
    return pages.map(({ json }) => json.content.map(({ title }: Json) => title))
  }
  await onBoard(0, 'POST /api/buggy/tasks', { json: TASK, unchecked: true })
  t.equal((await trainer('POST /reset', { json: { snapshot } })).status, 204)
  t.same(await titles(), [['From the trainer'], ['From the trainer']])
  t.match(await faultsOf(boards[0], token), EVERY_SECOND, 'only the content of the snapshot')
  t.equal((await dashboard()).boards[0].total.happened, 0)
  t.equal((await trainer('POST /reset', { json: { fixture: 'demo' } })).status, 204)
  t.equal((await titles())[1].length, 20)
  t.equal((await trainer('POST /reset')).status, 204)
  t.same(await titles(), [[], []])
  for (const json of [{ fixture: 'demo', snapshot }, { snapshot: { ...snapshot, version: 9 } }]) {
    t.equal((await trainer('POST /reset', { json })).status, 400)
  }
  const started = await startClass(t, { snapshot, faults: { profile: 'calm' } })
  t.equal((await started.onBoard(1, 'GET /api/v1/tasks')).json.content[0].title, 'From the trainer')
  for (const [faults, profile] of [
    [{ profile: 'calm' }, 'calm'],
    [undefined, 'stormy'],
  ] as const) {
    const json = { name: 'x', count: 1, snapshot, ...(faults && { faults }) }
    const created = (await service.send('POST /classes', { json })).json
    t.match(await faultsOf(created.boards[0], created.trainerSecret), { profile }, 'the settings of the snapshot')
  }
  const both = { name: 'x', count: 1, fixture: 'demo', snapshot }
  t.equal((await service.send('POST /classes', { json: both })).status, 400)
})
