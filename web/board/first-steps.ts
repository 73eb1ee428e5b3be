import type { LearnerRequest } from '../../src/training/schemas/claim.js'
import type { firstRun } from '../texts/en/first-run.js'

export type StepName = keyof typeof firstRun.steps

export const STEPS: readonly StepName[] = ['create', 'send', 'catch']

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
