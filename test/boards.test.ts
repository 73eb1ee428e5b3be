import t from 'tap'
import { openStore } from '../src/store/open-store.js'
import { emptyDatabase } from './database.js'
import { START, startService } from './helper.js'
import { toTimestamp } from '../src/time.js'

const ID = 'AAAAAAAAAAAAAAAAAAAAAA'
t.test('a board', async (t) => {
  const store = await openStore(await emptyDatabase())
  await store.createBoards([{ id: ID, name: null, ownerTokenHash: 'x', faultSeed: 1 }], 10, toTimestamp(START))
  const { send } = await startService(t, { store })
  const unchecked = true
  for (const r of [`POST /b/${ID}/api/v1/tasks`, `POST http://x/b/${ID}/api/v1/tasks`]) {
    const x = await send(r, { json: { title: 'x', status: 'TODO' }, unchecked })
    console.log(x.status, x.headers.location, x.json)
  }
  for (const r of [`GET /b/${ID}/api/v1/tasks`, `GET /b/${ID}/api/v1/tasks/99`, 'GET /api/v1/tasks', `GET /b/${ID}`, `GET /b/${ID}?x=1`, `GET /b/`, `GET /b`, `GET /b/x/api/v1/tasks`, `GET /b/${ID}/boards`, `GET /b/${ID}/b/${ID}/api/v1/tasks`, `PATCH /b/${ID}/api/v1/tasks`, `OPTIONS /b/${ID}/api/v1/tasks`, `GET /b/${ID}/docs`, `GET /b/${ID}//api/v1/tasks`]) {
    const x = await send(r, { unchecked })
    console.log(r, x.status, x.headers.location, x.bytes.toString().slice(0, 150))
  }
})
t.test('docs', async (t) => {
  const store = await openStore(await emptyDatabase())
  await store.createBoards([{ id: ID, name: null, ownerTokenHash: 'x', faultSeed: 1 }], 10, toTimestamp(START))
  const { send } = await startService(t, { store })
  const unchecked = true
  const x = await send(`GET /b/${ID}/docs/static/swagger-initializer.js`, { unchecked })
  console.log(x.bytes.toString().match(/.*"\/.*/g))
  console.log((await send(`GET /b/${ID}/api/v1/openapi.yaml`, { unchecked })).bytes.toString().match(/.*\/b\/.*/g))
  console.log((await send(`GET /b/${ID}/api/v2/openapi.json`, { unchecked })).bytes.toString().match(/.*\/b\/.*/g))
  console.log((await send(`GET /b/${ID}/openapi.json`, { unchecked, headers: { host: 'a"b' } })).bytes.toString().match(/.*\/b\/.*/g)?.[0])
})
