import type { IAsyncProperty } from 'fast-check'
import type { Bench } from './bench.js'
import { mutatedRequests } from './mutated.js'
import { statefulSequences } from './stateful.js'
import { validRequests } from './valid.js'

/** A property and its share of all cases. */
export interface Property {
  name: string
  share: number
  create(bench: Bench): IAsyncProperty<unknown>
}

/** All properties. */
export const PROPERTIES: readonly Property[] = [
  { name: 'valid-v1', share: 0.18, create: (bench) => validRequests(bench, 'v1') },
  { name: 'valid-v2', share: 0.18, create: (bench) => validRequests(bench, 'v2') },
  { name: 'mutated-v1', share: 0.22, create: (bench) => mutatedRequests(bench, 'v1') },
  { name: 'mutated-v2', share: 0.22, create: (bench) => mutatedRequests(bench, 'v2') },
  { name: 'stateful-v1', share: 0.06, create: (bench) => statefulSequences(bench, ['v1']) },
  { name: 'stateful-v2', share: 0.06, create: (bench) => statefulSequences(bench, ['v2']) },
  { name: 'stateful-all', share: 0.08, create: (bench) => statefulSequences(bench, ['v1', 'v2', 'buggy']) },
]
