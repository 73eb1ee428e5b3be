/** The delays of a slow disk in milliseconds. */
export const DELAYS = [0, 5, 20] as const
export type Delay = (typeof DELAYS)[number]

/** The title of a situation. `hasBuggy`: whether there are also requests to buggy. */
export function diskSituation(delay: Delay, hasBuggy = false): string {
  return `fsync ${delay === 0 ? 'not delayed' : `+${delay} ms`}${hasBuggy ? ', with requests to buggy' : ''}`
}

/** What a neighbour does. */
export const NEIGHBOURS = {
  idle: 'is idle',
  moves: 'moves tasks in a column of 10,000',
  searches: 'searches 10,000 long texts',
  snapshots: 'loads snapshots of 10,000 tasks',
} as const
export type Neighbour = keyof typeof NEIGHBOURS
