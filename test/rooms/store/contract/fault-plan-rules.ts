import { DEFAULT_SETTINGS } from '../../../../src/api/buggy/settings.js'
import type { Store } from '../../../../src/rooms/store.js'
import { BOARD, type Rule, same } from './shared.js'

const PLAN = { seed: 7, ordinal: 0, settings: null, restarts: 1 }

/** The changes that restart a fault plan. */
const RESTARTS: [name: string, restart: (store: Store) => Promise<unknown>][] = [
  ['restartFaultPlan', (store) => store.restartFaultPlan(BOARD)],
  ['configureFaults', (store) => store.configureFaults(BOARD, DEFAULT_SETTINGS, 7)],
  ['startFaultPlan with another seed', (store) => store.startFaultPlan(BOARD, 8, 1)],
  ['resetBoard', (store) => store.resetBoard(BOARD)],
  ['replaceContent', async (store) => store.replaceContent(BOARD, await store.readContent(BOARD))],
]

export function faultPlanRules(rule: Rule): void {
  rule('a new fault plan uses the suggested seed and counts from 0', async (t, store) => {
    same(t, await store.startFaultPlan(BOARD, undefined, 7), PLAN)
    for (const ordinal of [0, 1, 2]) same(t, await store.reserveFaultOrdinals(BOARD, 1), { ...PLAN, ordinal })
  })

  rule('the fault plan continues if it is started without a seed or with the same seed', async (t, store) => {
    await store.startFaultPlan(BOARD, 7, 1)
    await store.reserveFaultOrdinals(BOARD, 1)
    same(t, await store.startFaultPlan(BOARD, undefined, 8), { ...PLAN, ordinal: 1 })
    same(t, await store.reserveFaultOrdinals(BOARD, 1), { ...PLAN, ordinal: 1 })
    same(t, await store.startFaultPlan(BOARD, 7, 8), { ...PLAN, ordinal: 2 })
    same(t, await store.reserveFaultOrdinals(BOARD, 1), { ...PLAN, ordinal: 2 })
  })

  rule('the fault plan begins at 0 with another seed', async (t, store) => {
    await store.startFaultPlan(BOARD, 7, 1)
    await store.reserveFaultOrdinals(BOARD, 1)
    for (const [index, seed] of [0, Number.MAX_SAFE_INTEGER].entries()) {
      const plan = { ...PLAN, seed, restarts: 2 + index }
      same(t, await store.startFaultPlan(BOARD, seed, 1), plan)
      same(t, await store.reserveFaultOrdinals(BOARD, 1), plan)
      same(t, await store.startFaultPlan(BOARD, undefined, 1), { ...plan, ordinal: 1 })
    }
  })

  rule('restarting the fault plan keeps the seed and begins at 0', async (t, store) => {
    await store.startFaultPlan(BOARD, 7, 1)
    await store.reserveFaultOrdinals(BOARD, 3)
    await store.restartFaultPlan(BOARD)
    same(t, await store.reserveFaultOrdinals(BOARD, 1), { ...PLAN, restarts: 2 })
  })

  rule('concurrent callers get different ordinals of the fault plan', async (t, store) => {
    await store.startFaultPlan(BOARD, 7, 1)
    const plans = await Promise.all(Array.from({ length: 100 }, () => store.reserveFaultOrdinals(BOARD, 2)))
    same(
      t,
      plans.toSorted((a, b) => a.ordinal - b.ordinal),
      Array.from({ length: 100 }, (_, index) => ({ ...PLAN, ordinal: 2 * index })),
    )
  })

  rule('unused ordinals can be returned', async (t, store) => {
    await store.startFaultPlan(BOARD, 7, 1)
    await store.reserveFaultOrdinals(BOARD, 10)
    await store.returnFaultOrdinals(BOARD, { restarts: 1, ordinal: 4 })
    same(t, await store.reserveFaultOrdinals(BOARD, 10), { ...PLAN, ordinal: 4 })
    same(t, await store.reserveFaultOrdinals(BOARD, 1), { ...PLAN, ordinal: 14 })
  })

  for (const [name, restart] of RESTARTS) {
    rule(`${name}: reserved ordinals become void`, async (t, store) => {
      await store.startFaultPlan(BOARD, 7, 1)
      const { restarts } = await store.reserveFaultOrdinals(BOARD, 10)
      await restart(store)
      const { ordinal } = await store.readFaultPlan(BOARD)
      await store.returnFaultOrdinals(BOARD, { restarts, ordinal: 4 })
      t.match(await store.readFaultPlan(BOARD), { ordinal, restarts: restarts + 1 })
    })
  }
}
