import { area, CURRENT, decision } from '../check.js'
import { equal } from '../expect.js'

/** What the variants have in common. */
export const variants = area('variants', { variants: ['v1', 'buggy'] })
const { within, rules } = variants

rules(`
ignores-bearer | decision 2 | The header 'Authorization: Bearer not-a-token' is ignored.
  GET /tasks with not-a-token → 200
ignores-malformed | decision 2 | The header 'Authorization: rubbish' is ignored.
  GET /tasks with authorization: rubbish → 200
ignores-basic | decision 2 | The header 'Authorization: Basic dXNlcjp1c2Vy' is ignored.
  GET /tasks with authorization: Basic dXNlcjp1c2Vy → 200
ignores-scheme-alone | decision 2 | The header 'Authorization: Bearer' is ignored.
  GET /tasks with authorization: Bearer → 200
ignores-empty | decision 2 | The header 'Authorization: ' is ignored. | GET /tasks with authorization: → 200
needs-no-token | spec 5 | No token is required. | POST /tasks +{} → 201
has-no-login | spec 4 | POST /auth/login belongs to v2 only. | POST /auth/login {user} → 404
has-no-refresh | spec 4 | POST /auth/refresh belongs to v2 only. | POST /auth/refresh {user} → 404
has-no-logout | spec 4 | POST /auth/logout belongs to v2 only. | POST /auth/logout {user} → 404
has-no-me | spec 4 | GET /auth/me belongs to v2 only. | GET /auth/me → 404
`)
rules(
  `
has-reorder | spec 4 | Reorder exists in this variant.
  POST /tasks/{task.id}/reorder {targetStatus: "DONE", targetIndex: 0} → {id: {task.id}}
`,
  CURRENT,
)
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
