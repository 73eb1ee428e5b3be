import fc from 'fast-check'
import { partActions } from './actions-on-parts.js'
import { taskActions } from './actions-on-tasks.js'
import type { Bench } from './bench.js'
import { emptyBoard, tasksOf } from './model.js'
import { type Action, assertSame, createScene } from './steps.js'

/** One step of a sequence. */
interface Step {
  variant: string
  caller: 'admin' | 'user'
  /** How far the clock moves before it, in milliseconds; clocks also go back. */
  elapsed: number
  action: Action
}

/** How far a clock goes in all, at most: sessions must outlast a sequence. */
const STEPS_MAX = 24
const ELAPSED_MAX = 90_000

/**
 * Whatever is done, one request after the other and through whichever variant, every answer is the one that
 * a small model of the board gives, and so is the whole board after every step.
 */
export function statefulSequences(bench: Bench, variants: readonly [string, ...string[]]) {
  const contract = bench.contracts[variants[0]]
  if (contract === undefined) throw new Error(`There is no document of ${variants[0]}`)
  const step: fc.Arbitrary<Step> = fc.record({
    variant: fc.constantFrom(...variants),
    caller: fc.constantFrom('admin', 'user'),
    elapsed: fc.oneof(fc.constant(0), fc.integer({ min: -ELAPSED_MAX, max: ELAPSED_MAX })),
    action: fc.oneof(...taskActions(contract), ...partActions(contract)),
  })
  return fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: STEPS_MAX, size: '+1' }), (steps) =>
    bench.tryCase(async (site) => {
      const board = emptyBoard()
      for (const { variant, caller, elapsed, action } of steps) {
        site.clock.now += elapsed
        const isGuarded = variant === 'v2'
        const token = isGuarded ? await site.sessions.tokenOf(caller) : undefined
        await action(createScene(site, board, `/api/${variant}`, token, !isGuarded || caller === 'admin'))
        const { json } = await site.send('GET /api/v1/tasks?size=100')
        assertSame(json.content, tasksOf(board))
      }
    }),
  )
}
