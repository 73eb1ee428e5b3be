import type { FastifyRequest } from 'fastify'
import { type Fields, isObject } from '../../contract/parse.js'
import { isStorable } from '../../http/validation.js'
import type { Defect } from './defect.js'

/** A valid value of every text field. */
const VALID = 'valid'

/**
 * Returns the hooks that hide a part of a body from the validation, and restore it before the handler runs.
 *
 * @param hide changes a body. It returns the function that restores it, if it has hidden something.
 */
export function hideFromValidation(
  hide: (body: Fields) => ((body: Fields) => void) | undefined,
): Pick<Defect, 'beforeValidation' | 'beforeHandler'> {
  const hidden = new WeakMap<FastifyRequest, (body: Fields) => void>()
  return {
    beforeValidation(request) {
      const restore = isObject(request.body) ? hide(request.body) : undefined
      if (restore !== undefined) hidden.set(request, restore)
    },
    beforeHandler: ({ request }) => hidden.get(request)?.(request.body as Fields),
  }
}

/** Returns the hooks that accept invalid texts in a field of the body. */
export function acceptValues(field: string, isAccepted: (value: string) => boolean) {
  return hideFromValidation((body) => {
    const value = body[field]
    if (typeof value !== 'string' || !isStorable(value) || !isAccepted(value)) return undefined
    body[field] = VALID
    return (validated) => {
      validated[field] = value
    }
  })
}

/** Whether a text is too long, but has at most twice the allowed length. */
export function isTooLong(text: string, max: number): boolean {
  const length = lengthOf(text)
  return length > max && length <= 2 * max
}

/** Returns the number of code points of a text (decision 8). */
export function lengthOf(text: string): number {
  return [...text].length
}
