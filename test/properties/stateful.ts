import fc from 'fast-check'
import { newParts, partActions } from './actions-on-parts.js'
import { newTasks, taskActions } from './actions-on-tasks.js'
import { arbitraryOf } from './arbitrary-of-schema.js'
import type { Bench } from './bench.js'
import { type Contract, operationOf } from './documents.js'
import { emptyBoard } from './model.js'
import { listOf } from './model-of-lists.js'
import { type Action, assertSame, createScene } from './steps.js'

/** One step of a sequence. */
interface Step {
  variant: string
  caller: 'admin' | 'user'
  /** How far the clock moves before the step, in milliseconds; it may go back. */
  elapsed: number
  action: Action
  /** The order in which the board is read after the step. */
  order: { sort: string; direction: string }
}

/** The greatest numbers of steps. */
const OPENING_MAX = 8
const STEPS_MAX = 24
/** How far the clock moves at most before a step: sessions must outlast all steps together. */
const ELAPSED_MAX = 90_000

/**
 * In any sequence of requests through any variant, every response is that of a small model of the board, and so is
 * the board after every step.
 */
export function statefulSequences(bench: Bench, variants: readonly [string, ...string[]]) {
  const contract = bench.contracts[variants[0]]
  if (contract === undefined) throw new Error(`There is no document of ${variants[0]}`)
  const stepOf = (actions: fc.WeightedArbitrary<Action>[]): fc.Arbitrary<Step> =>
    fc.record({
      variant: fc.constantFrom(...variants),
      caller: fc.constantFrom('admin', 'user'),
      elapsed: fc.oneof(fc.constant(0), fc.integer({ min: -ELAPSED_MAX, max: ELAPSED_MAX })),
      action: fc.oneof(...actions),
      order: fc.record({ sort: valuesOf(contract, 'sort'), direction: valuesOf(contract, 'direction') }),
    })
  // The opening fills the board: otherwise most steps would meet an empty one.
  const opening = fc.array(stepOf([newTasks(contract), ...newParts(contract)]), { maxLength: OPENING_MAX })
  const sequel = fc.array(stepOf([...taskActions(contract), ...partActions(contract)]), {
    minLength: 1,
    maxLength: STEPS_MAX,
    size: '+1',
  })
  return fc.asyncProperty(opening, sequel, (opening, sequel) =>
    bench.tryCase(async (site) => {
      const board = emptyBoard()
      for (const { variant, caller, elapsed, action, order } of [...opening, ...sequel]) {
        site.clock.now += elapsed
        const isGuarded = variant === 'v2'
        const token = isGuarded ? await site.sessions.tokenOf(caller) : undefined
        await action(createScene(site, board, `/api/${variant}`, token, !isGuarded || caller === 'admin'))
        const query = { size: '100', ...order }
        const { json } = await site.send(`GET /api/v1/tasks?${new URLSearchParams(query)}`)
        assertSame(json, listOf(board, query))
      }
    }),
  )
}

/** The values of a parameter of the list. */
function valuesOf(contract: Contract, parameter: string): fc.Arbitrary<string> {
  const { parameters } = operationOf(contract, 'listTasks')
  const { schema = {} } = parameters.find(({ name }) => name === parameter) ?? {}
  return arbitraryOf(contract, schema).map(String)
}
