import type { Exchange } from '../../../src/classroom/exchanges/schemas.js'

/** The maximum length of a recorded text, in UTF-16 code units. */
export const TEXT_MAX = 16_384

/** Whether a body is only the start of a longer one. The text can also be shorter because secrets are replaced. */
export function isCut({ text, bytes }: NonNullable<Exchange['request']>['body']): boolean {
  if (text === null || text.length < TEXT_MAX - 1) return false
  return new TextEncoder().encode(text).length < bytes
}
