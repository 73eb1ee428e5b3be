import type { Test } from 'tap'
import { current } from '../../../src/api/editions/current.js'
import { earlier } from '../../../src/api/editions/earlier.js'
import { openStore } from '../../../src/rooms/open-store.js'
import { emptyDatabase } from '../../kit/database.js'
import { type Json, type Service, type ServiceOptions, startService } from '../../kit/helper.js'
import { NOW } from '../tasks/expect.js'

/** Starts the service with the earlier edition. All responses are checked against its documents. */
export function startEarlier(t: Test, options: ServiceOptions = {}): Promise<Service> {
  return startService(t, { edition: earlier, ...options })
}

/** Starts two applications on one store, one for each edition. */
export async function startBoth(t: Test): Promise<{ now: Service; before: Service }> {
  const store = await openStore(await emptyDatabase())
  const now = await startService(t, { edition: current, store })
  const before = await startEarlier(t, { store: { ...store, close: async () => {} } })
  return { now, before }
}

/** A task as the earlier edition returns it: the given fields, and the defaults of a new task. */
export function anEarlierTask(values: object): Json {
  return {
    id: 1,
    title: 'A task',
    description: null,
    status: 'TODO',
    priority: 'MEDIUM',
    labels: [],
    comments: [],
    createdAt: NOW,
    updatedAt: NOW,
    ...values,
  }
}
