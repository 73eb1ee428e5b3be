import type { FastifyRequest } from 'fastify'
import { isObject } from '../contract/bodies.js'
import type { Defect } from './defect.js'

/** A valid value of every text field. */
const VALID = 'valid'

/**
 * Returns the hooks that accept invalid texts in a field of the body. They hide a text from the validation, and restore
 * it before the handler runs.
 */
export function acceptValues(
  field: string,
  isAccepted: (value: string) => boolean,
): Pick<Defect, 'beforeValidation' | 'beforeHandler'> {
  const hidden = new WeakMap<FastifyRequest, string>()
  return {
    beforeValidation(request) {
      const { body } = request
      const value = isObject(body) ? body[field] : undefined
      if (!isObject(body) || typeof value !== 'string' || !isStorable(value) || !isAccepted(value)) return
      hidden.set(request, value)
      body[field] = VALID
    },
    beforeHandler({ request }) {
      const value = hidden.get(request)
      if (value !== undefined) Object.assign(request.body as object, { [field]: value })
    },
  }
}

/** Returns the number of code points of a text (decision 8). */
export function lengthOf(text: string): number {
  return [...text].length
}

/** Whether the store can store a text. */
export function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed()
}
