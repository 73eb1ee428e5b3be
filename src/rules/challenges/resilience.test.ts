import t from 'tap'
import { attemptOf } from './look.js'
import type { Observed } from './observed.js'
import { RESILIENCE } from './resilience.js'

const exchange = (values: Partial<Observed> = {}, prefer?: string) =>
  ({
    ...{ method: 'POST', path: '/api/buggy/tasks', query: new URLSearchParams(), sentHash: 'a', faults: new Set() },
    ...{ hasChosenFaults: false, sentHeader: () => prefer, ...values },
  }) as Observed

/** Returns what the steps of a challenge say about an exchange. */
const judge = (name: string, observed: Observed) =>
  RESILIENCE.find((challenge) => challenge.name === name)?.steps.map(({ when }) => when?.(observed))

const SLOW = new Set(['slow-response'])
const [key, keyWithoutBody] = [attemptOf(exchange()), attemptOf(exchange(), '')]

t.test('a response is slow because of its fault, or because the request has asked for it', async (t) => {
  for (const [observed, isSlow] of [
    [exchange({ faults: SLOW }), true],
    [exchange({}, 'fault="date-mix slow-response"'), true],
    [exchange({ faults: new Set(['date-mix']) }, 'fault=date-mix'), false],
    [exchange(), false],
  ] as const) {
    t.strictSame(judge('time-out', observed), [isSlow])
    t.strictSame(judge('time-out-and-retry', observed), [isSlow && key, [key, keyWithoutBody]])
  }
})

t.test('a repeated request counts only if neither attempt has chosen its faults', async (t) => {
  for (const name of ['retry-read', 'retry-create']) {
    t.strictSame(judge(name, exchange()), [key, [key, keyWithoutBody]])
    t.strictSame(judge(name, exchange({ hasChosenFaults: true })), [false, false])
  }
})
