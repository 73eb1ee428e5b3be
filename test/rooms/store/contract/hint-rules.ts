import type { Store } from '../../../../src/rooms/store.js'
import { EXERCISE_DEFAULTS, type Exercise } from '../../../../src/rooms/training/exercise-settings.js'
import type { HintSetting } from '../../../../src/rules/claims/credit.js'
import type { LogEntry } from '../../../../src/rules/log/entry.js'
import { at, newBoard, type Rule, response as responseOf } from './shared.js'

const MAX = 100

export const exerciseWith = (hints: HintSetting): Exercise => ({
  ...EXERCISE_DEFAULTS,
  startsAt: at(10),
  endsAt: at(20),
  hints,
})

const response = (requestId: string, changed?: string[], time = at(10)) => responseOf(requestId, changed, { time })

/** Creates the boards `a` and `b`, and records responses of `a`. */
async function withResponses(store: Store, ...entries: LogEntry[]): Promise<void> {
  await store.createBoards([newBoard('a'), newBoard('b')], 2, at(0))
  await store.recordRequests('a', entries, at(0))
}

const claimOf = (requestId: string, fault: string) => ({ requestId, fault, comment: null })

export function hintRules(rule: Rule): void {
  rule('a claim and hints at the same time agree on the credit', async (t, store) => {
    await withResponses(store, response('one', ['date-mix']))
    await store.configureExercise('a', () => ({ exercise: exerciseWith('counted') }))
    const hints = Array.from({ length: 2 }, () => store.takeHint('a', 'one', at(15)))
    const [claim, ...taken] = await Promise.allSettled([
      store.addClaim('a', claimOf('one', 'date-mix'), MAX, at(15)),
      ...hints,
    ])
    const count = taken.filter(({ status }) => status === 'fulfilled').length
    t.match(claim, { status: 'fulfilled', value: { credit: [1, 0.5, 0.25][count] } })
  })
}
