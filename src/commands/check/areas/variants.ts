import { TASK } from '../api.js'
import { area, CURRENT, decision, spec } from '../check.js'
import { equal } from '../expect.js'
import { returns } from '../returns.js'

/** What the variants have in common. */
export const variants = area('variants', { variants: ['v1', 'buggy'] })
const { check, within } = variants
const current = within(CURRENT)

for (const [name, header] of [
  ['bearer', 'Bearer not-a-token'],
  ['malformed', 'rubbish'],
  ['basic', 'Basic dXNlcjp1c2Vy'],
  ['scheme-alone', 'Bearer'],
  ['empty', ''],
] as const) {
  check(`ignores-${name}`, decision(2), `The header \`Authorization: ${header}\` is ignored.`, async (api) =>
    equal(await api.status('GET /tasks', { headers: { authorization: header } }), 200),
  )
}
check('needs-no-token', spec(5), 'No token is required.', returns(201, 'POST /tasks', { json: TASK }))
for (const request of ['POST /auth/login', 'POST /auth/refresh', 'POST /auth/logout', 'GET /auth/me']) {
  check(`has-no-${request.split('/')[2]}`, spec(4), `${request} belongs to v2 only.`, async (api) =>
    equal(await api.status(request, request.startsWith('POST') ? { json: api.user } : {}), 404),
  )
}
for (const [name, other] of [
  ['v1', 'v2'],
  ['v2', 'v1'],
  ['buggy', 'v1'],
] as const) {
  const both = within({ variants: [name], needs: [other] })
  const title = `Changes and deletions in ${name} are visible in ${other}.`
  both(`${other}-sees-changes-of-${name}`, decision(1), title, async (api) => {
    const before = await api.other(other).create()
    await api.task(before.id)
    await api.comment(before.id)
    const changed = await api.replace(before.id, { title: 'Changed' })
    equal(await api.other(other).task(before.id), changed)
    await api.send(`DELETE /tasks/${before.id}`)
    equal(await api.other(other).status(`GET /tasks/${before.id}`), 404)
  })
}
for (const name of ['v1', 'v2'] as const) {
  const other = name === 'v1' ? 'v2' : 'v1'
  const both = within({ variants: [name], needs: [other] })
  both(`${other}-sees-task`, decision(1), `The tasks of ${name} exist in ${other}.`, async (api) => {
    const task = await api.create()
    equal(await api.other(other).task(task.id), task)
  })
}
const besideV1 = within({ variants: ['buggy'], needs: ['v1'] })
besideV1('same-as-v1', decision(35), 'Without a fault, a task is the same as in v1.', async (api) => {
  const { id } = await api.create()
  equal(await api.task(id), await api.other('v1').task(id))
})
besideV1('same-list-as-v1', decision(35), 'Without a fault, a list is the same as in v1.', async (api) => {
  await api.create()
  equal(await api.page(), await api.other('v1').page())
})
current('has-reorder', spec(4), 'Reorder exists in this variant.', async (api) => {
  const { id } = await api.create()
  await api.move(id, 'DONE', 0)
})
