import { STATUSES } from './operations-on-tasks.js'
import { pick } from './pick.js'
import type { Operation, Worker } from './worker.js'

/** How the titles of tasks begin that were created through buggy: they are in no ledger. */
export const BUGGY_PREFIX = 'Buggy '

/** The operations through buggy. Its faults are real, so that only the status is looked at, and no task is kept. */
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
