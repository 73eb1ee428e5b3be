import t from 'tap'
import { DEFECTS } from '../../src/defects/catalogue.js'
import { VARIANTS } from '../../src/variants.js'
import { multipart, startService } from '../helper.js'
import { inTurn } from '../length.js'
import { type Api, createDefective, openApi } from './api.js'
import { CASES } from './cases/index.js'

const service = await startService(t)

t.test('every defect has a case that shows it', async (t) => {
  t.strictSame(Object.keys(CASES).sort(), DEFECTS.map(({ name }) => name).sort())
})

for (const [number, { name, title, variants = VARIANTS.map((variant) => variant.name) }] of DEFECTS.entries()) {
  t.test(`${name}: ${title}`, async (t) => {
    const { observe, correct, defective } = CASES[name] as (typeof CASES)[string]
    for (const variant of inTurn(variants, number)) {
      const board = await createDefective(service, [])
      const broken = await createDefective(service, [name])
      t.strictSame(await observe(await openApi(service, board, variant, false)), correct, `${variant}: a correct board`)
      t.strictSame(await observe(await openApi(service, broken, variant, true)), defective, `${variant}: the defect`)
      for (const [{ asOwner }, isChanged] of [
        [board, false],
        [broken, true],
      ] as const) {
        const { effects } = (await asOwner('GET /defects/effects')).json
        t.equal(effects.length > 0, isChanged, `${variant}: what the defect has changed is known`)
        t.ok(effects.every(({ defect }: { defect: string }) => defect === name))
      }
    }
  })
}

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
