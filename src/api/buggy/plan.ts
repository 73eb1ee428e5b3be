import { createDraw, type Draw } from './draw.js'
import type { Fault } from './fault.js'
import { FAULTS } from './faults.js'
import type { FaultRules } from './settings.js'

/** A fault that a request draws, with the source of random numbers for its effect. */
export interface DrawnFault {
  fault: Fault
  draw: Draw
}

/**
 * Returns the faults that a request draws, in the order in which they run. The result depends only on the arguments.
 *
 * @param seed the seed of the plan
 * @param ordinal the ordinal number of the request, starting at 0
 */
export function drawFaults(rules: FaultRules, seed: number, ordinal: number): DrawnFault[] {
  const scripted = rules.script && scriptEntry(rules.script, rules.scriptEnd, ordinal)
  const drawn: DrawnFault[] = []
  for (const fault of FAULTS) {
    const rate = rules.rates[fault.name] ?? 0
    // Most faults have the rate 0, and need no hash.
    if (scripted === null ? rate === 0 : !scripted.includes(fault.name)) continue
    const draw = createDraw(seed, ordinal, fault.name)
    if (scripted !== null || draw.fraction('occurs') < rate) drawn.push({ fault, draw })
  }
  return drawn
}

/** Whether these rules can draw a fault that needs earlier responses. */
export function mayNeedHistory({ rates, script }: FaultRules): boolean {
  const names = FAULTS.filter(({ needsHistory }) => needsHistory).map(({ name }) => name)
  return names.some((name) => (script === null ? (rates[name] ?? 0) > 0 : script.flat().includes(name)))
}

function scriptEntry(script: readonly (readonly string[])[], end: 'none' | 'repeat', ordinal: number) {
  return script[end === 'repeat' ? ordinal % script.length : ordinal] ?? []
}

/**
 * Returns the names of the faults of `count` consecutive requests, and the delays of their responses in milliseconds.
 *
 * @param from the ordinal number of the first request
 */
export function planRequests(rules: FaultRules, seed: number, from: number, count: number) {
  return Array.from({ length: count }, (_, index) => {
    const drawn = drawFaults(rules, seed, from + index)
    const [delay] = drawn.flatMap(({ fault, draw }) => fault.delay?.(rules.delay, draw) ?? [])
    return {
      ordinal: from + index,
      faults: drawn.map(({ fault }) => fault.name),
      delay: delay === undefined ? null : Math.round(delay),
    }
  })
}
