import type { Test } from 'tap'
import { minute } from '../../classroom/training/learner.js'
import { createBoard } from '../../kit/board.js'
import type { Service } from '../../kit/helper.js'

const NAMES = ['item', 'blob']

/** How another program changes the database of a service. */
export interface OtherProgram {
  /** Runs statements in the session of the other program. */
  run(statements: readonly string[]): Promise<void> | void
  /** Restores the tables with these statements, and lets the service get its database back. */
  restore(statements: readonly string[]): Promise<void> | void
}

/** Checks that a service remembers nothing of a state of its database that another program has replaced by an older one. */
export async function checkRestored(t: Test, service: Service, other: OtherProgram): Promise<void> {
  const { send, asOwner } = await createBoard(service)
  const rename = (title: string) => send('PUT /api/v1/tasks/1', { json: { title, status: 'TODO' } })
  const list = async () => (await send('GET /api/v1/tasks?size=1')).json.content[0].title
  const read = async () => {
    const { title } = (await send('GET /api/v1/tasks/1')).json
    // Writes what waits.
    await asOwner('GET /requests')
    const { ordinal } = (await asOwner('GET /faults')).json
    const { state } = (await send('GET /drill')).json
    const { solved } = (await send('GET /challenges')).json
    return { title, ordinal, state, solved }
  }
  await send('POST /api/v1/tasks', { json: { title: 'stored', status: 'TODO' } })
  await asOwner('PUT /exercise', {
    json: { startsAt: minute(-1), challenges: ['first-list'], drill: { profile: 'throttled', seed: 1 } },
  })
  const stored = await read()
  await other.run(NAMES.map((name) => `CREATE TABLE saved_${name} AS SELECT * FROM ${name}`))

  await rename('lost')
  t.equal(await list(), 'lost')
  await send('GET /api/buggy/tasks/1')
  const lost = await read()
  t.match(lost, { title: 'lost', state: 'running', solved: 1 })

  await other.restore([
    ...NAMES.toReversed().map((name) => `DELETE FROM ${name}`),
    ...NAMES.map((name) => `INSERT INTO ${name} SELECT * FROM saved_${name}`),
  ])
  t.strictSame(await read(), stored)
  // The board has the revision again for which the other state was cached.
  await rename('new')
  t.equal(await list(), 'new')
  t.match(await read(), { title: 'new', solved: 1 })
}
