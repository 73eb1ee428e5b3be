import { EventEmitter, once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import t from 'tap'
import { createBoard, startBoard, TASK, type TestBoard } from '../../kit/board.js'
import { type Json, noSleep, startService } from '../../kit/helper.js'
import { request, startListening } from '../../kit/raw-http.js'
import { NEAR_MISSES } from './near-misses.js'
import { create, sendAll } from './requests.js'
import { HIDDEN, JSON_TYPE, SOLUTIONS } from './solutions.js'

for (const [title, attempts, isSolved] of [
  ['other solutions that the words of a challenge allow count too', SOLUTIONS, true],
  ['a step counts if a fault has hidden its successful body', HIDDEN, true],
  ['near misses that the words of a challenge exclude do not count', NEAR_MISSES, false],
] as const) {
  t.test(title, async (t) => {
    const service = await startService(t, { sleep: noSleep })
    for (const [name, ways] of Object.entries(attempts)) {
      for (const [index, attempt] of ways.entries()) {
        const board = await createBoard(service, { fixture: 'demo' })
        if (typeof attempt === 'function') await attempt(board)
        else await sendAll(board, attempt)
        const { challenges } = (await board.send('GET /challenges')).json
        t.equal(challenges.find((challenge: Json) => challenge.name === name).solved, isSolved, `${name} ${index + 1}`)
      }
    }
  })
}

/** Returns the names of the challenges that a board has solved. */
async function solvedOn({ send }: TestBoard): Promise<string[]> {
  const { challenges } = (await send('GET /challenges')).json
  return challenges.filter(({ solved }: Json) => solved).map(({ name }: Json) => name)
}

t.test('only who gives up on a slow response has solved the challenges about it', async (t) => {
  const waits = new EventEmitter()
  const service = await startListening(t, {
    sleep: (milliseconds, signal) => {
      waits.emit('begin')
      return sleep(milliseconds, null, { signal })
    },
  })
  const board = await createBoard(service, { fixture: 'demo' })
  await board.asOwner('PUT /faults', { json: { profile: 'none' } })
  const giveUp = async (
    count: number,
    headers: Record<string, string>,
    when: Promise<unknown>,
    body = '{"title": ',
  ) => {
    const connection = await service.connect()
    connection.write(request(`POST /b/${board.id}/api/buggy/tasks`, { ...JSON_TYPE, ...headers }, body))
    const isHere = async () => (await board.send('GET /requests')).json.totalElements === count
    await when
    connection.destroy()
    while (!(await isHere())) await sleep(10)
  }
  await giveUp(1, { 'Content-Length': '100' }, once(service.app.server, 'request'))
  await sendAll(board, [create({}, 'buggy')])
  t.strictSame(await solvedOn(board), ['first-task', 'default-priority'], 'the upload was not finished')
  await giveUp(3, { Prefer: 'fault=slow-response' }, once(waits, 'begin'))
  t.ok((await solvedOn(board)).includes('time-out'))
  await giveUp(4, { Prefer: 'fault=slow-response' }, once(waits, 'begin'), JSON.stringify(TASK))
  await sendAll(board, [create({ title: 'Other' }, 'buggy')])
  t.notOk((await solvedOn(board)).includes('time-out-and-retry'), 'the second request has another body')
  await sendAll(board, [create({}, 'buggy')])
  t.ok((await solvedOn(board)).includes('time-out-and-retry'))
})

t.test('a drill chooses faults, so that the client has not asked for them', async (t) => {
  const board = await startBoard(t, { sleep: noSleep }, { fixture: 'demo' })
  await board.asOwner('PUT /exercise', { json: { challenges: ['faults'], drill: { profile: 'hostile', seed: 1 } } })
  for (let count = 0; count < 40; count++) await sendAll(board, [['GET /api/buggy/tasks/1'], create({}, 'buggy')])
  const changed = (await board.asOwner('GET /requests?size=100')).json.content.flatMap((one: Json) => one.changed)
  t.ok(changed.includes('slow-response'))
  t.notMatch((await solvedOn(board)).join(' '), 'reproduce')
})
