import { isDeepStrictEqual } from 'node:util'
import t from 'tap'
import { caseOf, DEFECTS } from '../../../src/api/defects/catalogue.js'
import { VARIANTS } from '../../../src/api/variants.js'
import { openStore } from '../../../src/rooms/open-store.js'
import { ALSO_FINDS } from '../../../src/rules/exposures/also-finds.js'
import { decisiveOf } from '../../../src/rules/exposures/describe.js'
import { allCases } from '../../../src/rules/exposures/index.js'
import { placeOf } from '../../commands/suggest/place.js'
import { playExposure } from '../../commands/suggest/play.js'
import { multipart, startService } from '../../kit/helper.js'
import { inTurn } from '../../kit/length.js'
import { storedRows } from '../../kit/stored-rows.js'
import { type Api, createDefective, openApi } from './api.js'

const service = await startService(t)

t.test('every defect has an exposure, which consists of data', async (t) => {
  const cases = allCases()
  t.strictSame(Object.keys(cases).sort(), DEFECTS.map(({ name }) => name).sort())
  t.ok(isDeepStrictEqual(JSON.parse(JSON.stringify(cases)), cases))
})

t.test('what exposures find beside their defects are other defects', async (t) => {
  const names = new Set(DEFECTS.map(({ name }) => name))
  for (const [name, others] of Object.entries(ALSO_FINDS)) {
    t.ok(names.has(name) && !others.includes(name) && others.every((other) => names.has(other)), name)
  }
})

for (const [number, defect] of DEFECTS.entries()) {
  const { name, title, variants = VARIANTS.map((variant) => variant.name) } = defect
  t.test(`${name}: ${title}`, async (t) => {
    const exposure = caseOf(defect)
    for (const variant of inTurn(variants, number)) {
      for (const defects of [[], [name]]) {
        const board = await createDefective(service, defects)
        const failures = await playExposure(exposure, placeOf(service, board, variant))
        const { effects } = (await board.asOwner('GET /defects/effects')).json
        if (defects.length === 0) {
          t.strictSame(failures, [], `${variant}: a correct board meets all expectations`)
          t.strictSame(effects, [])
        } else {
          const isStated = failures.some(({ because }) => because === decisiveOf(exposure).because)
          t.ok(isStated, `${variant}: the expectation that states the rule fails: ${JSON.stringify(failures)}`)
          t.ok(effects.length > 0, `${variant}: what the defect has changed is known`)
          t.ok(effects.every(({ defect }: { defect: string }) => defect === name))
        }
      }
    }
  })
}

t.test('defects act on other requests than those of their exposures, and leave the rest alone', async (t) => {
  const open = async (name: string, variant: string) => {
    return openApi(service, await createDefective(service, [name]), variant, true)
  }
  const search = await open('search-finds-any-word', 'v1')
  await search.create({ title: 'Buy bread' })
  t.equal((await search.list('?search=bread')).length, 1)
  t.equal((await search.list('?search=milk')).length, 0)

  const unsigned = await createDefective(service, ['token-signature-ignored'])
  const signature = await openApi(service, unsigned, 'v2', true)
  for (const token of ['x', 'a.b.c']) t.equal(await signature.status('GET /tasks', { token }), 403, token)
  t.equal(await signature.status('PATCH /tasks/1'), 405)
  const { effects } = (await unsigned.asOwner('GET /defects/effects')).json
  t.strictSame(effects, [], 'a path without an operation needs no token')

  const comments = await open('delete-all-keeps-comments', 'v1')
  await comments.create({})
  await comments.send('POST /tasks/1/comments', { json: { text: 'A comment' } })
  await comments.send('DELETE /tasks')
  t.equal(await comments.status('DELETE /tasks/1/comments/1'), 204)
  t.equal(await comments.status('DELETE /tasks/1/comments/1'), 404)
})

t.test('requests to two boards at the same time are not concurrent', async (t) => {
  const names = DEFECTS.filter(({ area }) => area === 'concurrency').map(({ name }) => name)
  const open = async () => openApi(service, await createDefective(service, names), 'v1', true)
  const boards = [await open(), await open()]
  const atOnce = <T>(send: (api: Api) => Promise<T>) => Promise.all(boards.map(send))
  await atOnce(({ create }) => create({}))
  await atOnce(({ send }) => send('POST /tasks/1/comments', { json: { text: 'A comment' } }))
  await atOnce(({ send }) => send('POST /tasks/1/attachments', multipart([{ fileName: 'a', content: 'text' }])))
  const tasks = await atOnce(({ json }) => json('GET /tasks/1'))
  const found = tasks.map(({ sortOrder, comments, attachments }) => [sortOrder, comments.length, attachments.length])
  t.strictSame(found, [
    [0, 1, 1],
    [0, 1, 1],
  ])
  await atOnce(({ send }) => send('DELETE /tasks/1'))
  t.strictSame(await atOnce(({ status }) => status('GET /tasks/1')), [404, 404])
})

t.test('files that a defect does not store leave no bytes', async (t) => {
  const file = `${t.testdir({})}/board.db`
  const service = await startService(t, { store: await openStore(`sqlite:${file}`), evidence: false })
  const names = ['upload-keeps-first-file', 'concurrent-uploads-lost']
  const { create, send } = await openApi(service, await createDefective(service, names), 'v1', true)
  await create({})
  const files = multipart(['a', 'b'].map((fileName) => ({ fileName, content: fileName })))
  const replies = await Promise.all([files, files].map((each) => send('POST /tasks/1/attachments', each)))
  for (const { status, json } of replies) t.strictSame([status, json.length], [201, 1])
  await create({})
  t.equal(storedRows(file).blob?.filter(({ kind }) => kind === 'file').length, 1)
})
