import type { Observed } from '../../src/rules/challenges/observed.js'

/** The headers that challenges look at. */
export const SENT_HEADERS = [
  'authorization',
  'content-encoding',
  'content-type',
  'if-none-match',
  'prefer',
  'x-request-id',
]
export const SHOWN_HEADERS = ['content-encoding', 'preference-applied', 'x-request-id']

/** The requests of an attempt to solve a challenge, as JSON. */
export interface Recorded {
  challenge: string
  isSolved: boolean
  exchanges: (Omit<Observed, 'query' | 'faults' | 'received' | 'sentHeader' | 'header'> & {
    query: string
    faults: string[]
    sentHeaders: Record<string, string | null>
    headers: Record<string, string | null>
  })[]
}
