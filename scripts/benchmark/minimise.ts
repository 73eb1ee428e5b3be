import type { Shown } from './compare.js'
import { accountOf } from './record.js'
import { REFERENCE, type Step } from './requests.js'

/** Plays steps on a correct board and on a board with the defect, and returns the first difference. */
export type Try = (steps: readonly Step[]) => Promise<Shown | undefined>

/** The requests that expose a defect, and where the last response differs. */
export interface Exposure {
  requests: Step[]
  differs: Shown
}

/**
 * Removes the requests without which the last response still differs in the same part.
 *
 * @returns `undefined` if the requests do not expose the defect
 */
export async function minimise(recorded: readonly Step[], attempt: Try): Promise<Exposure | undefined> {
  const first = await attempt(recorded)
  if (first === undefined) return undefined
  let best: Exposure = { requests: recorded.slice(0, first.request + 1), differs: first }

  async function tryWith(requests: Step[]): Promise<boolean> {
    const found = await attempt(requests).catch(() => undefined)
    if (found?.request !== requests.length - 1 || found.in !== first?.in) return false
    best = { requests, differs: found }
    return true
  }

  await tryWith(withAccounts(best.requests))
  await tryWith(asAdministrator(best.requests))
  for (let isSmaller = true; isSmaller; ) {
    isSmaller = false
    for (let index = best.requests.length - 2; index >= 0; index--) {
      if (await tryWith(without(best.requests, index))) isSmaller = true
    }
  }
  for (const [index, { wait }] of best.requests.entries()) {
    if (wait !== undefined) await tryWith(best.requests.map((step, at) => (at === index ? withoutWait(step) : step)))
  }
  return best
}

function withoutWait({ wait: _, ...step }: Step): Step {
  return step
}

/** Names the account instead of the token that its login returned. */
function withAccounts(steps: readonly Step[]): Step[] {
  return steps.map(({ bearer, ...step }) => {
    const [, login] = /^\{\{(\d+)\.token\}\}$/.exec(bearer ?? '') ?? []
    const account = login === undefined ? undefined : accountOf(steps[Number(login)] as Step)
    if (account !== undefined) return { ...step, as: account }
    return { ...step, ...(bearer !== undefined && { bearer }) }
  })
}

/** Uses only one account. */
function asAdministrator(steps: readonly Step[]): Step[] {
  return steps.map((step) => (step.as === undefined ? step : { ...step, as: 'admin' }))
}

/** Removes a step. References to later steps are adapted, and those to the step itself have no target any more. */
function without(steps: readonly Step[], removed: number): Step[] {
  const left = steps.filter((_, index) => index !== removed)
  const { wait, withPrevious } = steps[removed] as Step
  const next = left[removed]
  // The next step takes over the wait, and starts the group of simultaneous requests.
  if (next !== undefined && !withPrevious) {
    const { withPrevious: _, ...alone } = next
    left[removed] = { ...alone, ...(wait !== undefined && { wait }) }
  }
  const text = JSON.stringify(left).replaceAll(REFERENCE, (reference, index, path, part) => {
    if (Number(index) < removed) return reference
    const target = Number(index) === removed ? 999_999 : Number(index) - 1
    return `{{${target}.${path}${part === undefined ? '' : `:${part}`}}}`
  })
  return JSON.parse(text)
}
