import { STATUSES } from '../../src/contract/schemas/enumerations.js'
import type { Operation, Worker } from './operation.js'
import { pick } from './pick.js'

/** The titles of tasks that were created through buggy begin with this prefix. No ledger contains these tasks. */
export const BUGGY_PREFIX = 'Buggy '

/** Operations through buggy. The faults are active, so only the status is checked and every task is deleted again. */
export function operationsOnBuggy({ ledger, caller, newTitle }: Worker): Operation[] {
  async function read(): Promise<void> {
    await caller.call('GET /tasks', [200, 500], { variant: 'buggy', query: '?size=5' })
  }

  async function write(): Promise<void> {
    const body = { title: BUGGY_PREFIX + newTitle(), status: pick(STATUSES) }
    const reply = await caller.call('POST /tasks', [200, 201, 500], { variant: 'buggy', body })
    if (reply === undefined || reply.status === 500) return
    const ids = [reply.json.id]
    await caller.call('PUT /tasks/{id}', [200, 500], { variant: 'buggy', ids, body })
    if (await caller.call('DELETE /tasks/{id}', 204, { ids })) ledger.deleted.add(reply.json.id)
  }

  return [
    [6, read],
    [1, write],
  ]
}
