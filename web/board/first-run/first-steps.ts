import type { LearnerRequest } from '../../../src/classroom/exchanges/schemas.js'
import type { firstRun } from '../../texts/en/first-run.js'
import { hasNewRequest } from '../sender/sender-slot.js'

export type StepName = keyof typeof firstRun.steps

const STEPS: readonly StepName[] = ['create', 'send', 'catch']

/**
 * Returns the steps in their order. A link to the request sender with buggy leads to a fault first.
 *
 * @param fragment the fragment of the address
 */
export function stepsFor(fragment: string): readonly StepName[] {
  return fragment.startsWith('#buggy?') && hasNewRequest(fragment) ? ['catch', 'create', 'send'] : STEPS
}

/** What shows that a step is done. A claim whose verdict is not shown yet is enough. */
const SIGNS: Record<StepName, (request: LearnerRequest) => boolean> = {
  create: ({ method, path, status }) => method === 'POST' && /\/tasks$/.test(path) && status >= 200 && status < 300,
  send: ({ method, path }) => method === 'GET' && /\/tasks$/.test(path),
  catch: ({ claims }) => claims.some(({ fault, verdict }) => fault !== 'none' && verdict !== 'wrong'),
}

/** Returns the steps that the requests to a board have done. */
export function doneSteps(requests: readonly LearnerRequest[]): ReadonlySet<StepName> {
  return new Set(STEPS.filter((step) => requests.some(SIGNS[step])))
}
