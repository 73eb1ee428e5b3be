import fc from 'fast-check'
import { newParts, partActions } from './actions-on-parts.js'
import { newTasks, taskActions } from './actions-on-tasks.js'
import { arbitraryOf } from './arbitrary-of-schema.js'
import { type Bench, type BenchEdition, contractOf } from './bench.js'
import { type Contract, operationOf } from './documents.js'
import { emptyBoard } from './model.js'
import { listOf, type Query } from './model-of-lists.js'
import { type Action, assertSame, createScene } from './steps.js'

/** One step of a sequence. */
interface Step {
  /** The number of the edition. */
  edition: number
  variant: string
  caller: 'admin' | 'user'
  /** How far the clock moves before the step, in milliseconds; it may go back. */
  elapsed: number
  action: Action
  /** The orders in which the editions read the board after the step. */
  orders: Query[]
}

/** The greatest numbers of steps. */
const OPENING_MAX = 8
const STEPS_MAX = 24
/** How far the clock moves at most before a step: sessions must outlast all steps together. */
const ELAPSED_MAX = 90_000

type ActionsOf = (contract: Contract) => fc.WeightedArbitrary<Action>[]

/**
 * In any sequence of requests through any variant and edition, every response is that of a small model of the board,
 * and so is the board after every step.
 */
export function statefulSequences({ editions, tryCase }: Bench, variants: readonly [string, ...string[]]) {
  const contracts = editions.map((edition) => contractOf(edition, variants[0]))
  const stepOf = (actionsOf: ActionsOf): fc.Arbitrary<Step> =>
    fc.oneof(
      ...contracts.map((contract, edition) =>
        fc.record({
          edition: fc.constant(edition),
          variant: fc.constantFrom(...variants),
          caller: fc.constantFrom('admin', 'user'),
          elapsed: fc.oneof(fc.constant(0), fc.integer({ min: -ELAPSED_MAX, max: ELAPSED_MAX })),
          action: fc.oneof(...actionsOf(contract)),
          orders: fc.tuple(...contracts.map(orderOf)),
        }),
      ),
    )
  // The opening fills the board: otherwise most steps would meet an empty one.
  const opening = fc.array(
    stepOf((contract) => [newTasks(contract), ...newParts(contract)]),
    { maxLength: OPENING_MAX },
  )
  const sequel = fc.array(
    stepOf((contract) => [...taskActions(contract), ...partActions(contract)]),
    { minLength: 1, maxLength: STEPS_MAX, size: '+1' },
  )
  return fc.asyncProperty(opening, sequel, (opening, sequel) =>
    tryCase(async (site) => {
      const board = emptyBoard()
      for (const { edition, variant, caller, elapsed, action, orders } of [...opening, ...sequel]) {
        site.clock.now += elapsed
        const { view, contracts } = editions[edition] as BenchEdition
        const contract = contractOf({ view, contracts }, variant)
        const isGuarded = variant === 'v2'
        const token = isGuarded ? await site.sessions.tokenOf(caller) : undefined
        await action(
          createScene(site, board, { view, contract, edition, token, isAdmin: !isGuarded || caller === 'admin' }),
        )
        for (const [number, { view }] of editions.entries()) {
          const query = { size: '100', ...orders[number] }
          const { json } = await site.send(`GET /api/v1/tasks?${new URLSearchParams(query)}`, {}, number)
          assertSame(json, listOf(board, query, view))
        }
      }
    }),
  )
}

/** The orders of the list. */
function orderOf(contract: Contract): fc.Arbitrary<Query> {
  const { parameters } = operationOf(contract, 'listTasks')
  const ordering = parameters.filter(({ name }) => name === 'sort' || name === 'direction')
  return fc.record(
    Object.fromEntries(ordering.map(({ name, schema }) => [name, arbitraryOf(contract, schema).map(String)])),
  )
}
