import { BOARD, type Rule, same } from './shared.js'

export function faultPlanRules(rule: Rule): void {
  rule('a new fault plan uses the suggested seed and counts from 0', async (t, store) => {
    same(t, await store.startFaultPlan(BOARD, undefined, 7), { seed: 7, ordinal: 0, settings: null })
    for (const ordinal of [0, 1, 2]) same(t, await store.takeFaultOrdinal(BOARD), { seed: 7, ordinal, settings: null })
  })

  rule('the fault plan continues if it is started without a seed or with the same seed', async (t, store) => {
    await store.startFaultPlan(BOARD, 7, 1)
    await store.takeFaultOrdinal(BOARD)
    same(t, await store.startFaultPlan(BOARD, undefined, 8), { seed: 7, ordinal: 1, settings: null })
    same(t, await store.takeFaultOrdinal(BOARD), { seed: 7, ordinal: 1, settings: null })
    same(t, await store.startFaultPlan(BOARD, 7, 8), { seed: 7, ordinal: 2, settings: null })
    same(t, await store.takeFaultOrdinal(BOARD), { seed: 7, ordinal: 2, settings: null })
  })

  rule('the fault plan begins at 0 with another seed', async (t, store) => {
    await store.startFaultPlan(BOARD, 7, 1)
    await store.takeFaultOrdinal(BOARD)
    for (const seed of [0, Number.MAX_SAFE_INTEGER]) {
      same(t, await store.startFaultPlan(BOARD, seed, 1), { seed, ordinal: 0, settings: null })
      same(t, await store.takeFaultOrdinal(BOARD), { seed, ordinal: 0, settings: null })
      same(t, await store.startFaultPlan(BOARD, undefined, 1), { seed, ordinal: 1, settings: null })
    }
  })

  rule('restarting the fault plan keeps the seed and begins at 0', async (t, store) => {
    await store.startFaultPlan(BOARD, 7, 1)
    for (let times = 0; times < 3; times++) await store.takeFaultOrdinal(BOARD)
    await store.restartFaultPlan(BOARD)
    same(t, await store.takeFaultOrdinal(BOARD), { seed: 7, ordinal: 0, settings: null })
  })

  rule('concurrent callers get different ordinals of the fault plan', async (t, store) => {
    await store.startFaultPlan(BOARD, 7, 1)
    const plans = await Promise.all(Array.from({ length: 100 }, () => store.takeFaultOrdinal(BOARD)))
    same(
      t,
      plans.toSorted((a, b) => a.ordinal - b.ordinal),
      Array.from({ length: 100 }, (_, ordinal) => ({ seed: 7, ordinal, settings: null })),
    )
  })

  rule('deleting all tasks does not change the fault plan', async (t, store) => {
    await store.startFaultPlan(BOARD, 7, 1)
    await store.takeFaultOrdinal(BOARD)
    await store.deleteAllTasks(BOARD)
    same(t, await store.takeFaultOrdinal(BOARD), { seed: 7, ordinal: 1, settings: null })
  })
}
