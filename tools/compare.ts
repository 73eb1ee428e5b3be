import { inspect } from 'node:util'
import diff from 'microdiff'
import type { OpenAPIV3 } from 'openapi-types'
import { keywordsOf, normalForm } from './compare-normal-form.js'
import { type Difference, isBreaking } from './compare-rules.js'

/** A change between two documents. */
export interface Change extends Difference {
  /** Its path in the normal form of the documents. */
  path: string[]
  /** Whether a client of the older document may fail with the newer document. */
  breaking: boolean
  /** A description of the change and its path. */
  description: string
}

/** Lists the changes between two documents, and which of them break clients of the older one. */
export function compareDocuments(older: OpenAPIV3.Document, newer: OpenAPIV3.Document): Change[] {
  return diff(normalForm(older), normalForm(newer)).map((found) => {
    const { type, oldValue, value } = { oldValue: undefined, value: undefined, ...found }
    const path = found.path.map(String)
    const difference = { type, oldValue, value, name: String(path.at(-1)) }
    return {
      ...difference,
      path,
      breaking: isBreaking(keywordsOf(path), difference),
      description: `${path.join(' ')}: ${describe(type, oldValue, value)}`,
    }
  })
}

function describe(type: string, oldValue: unknown, value: unknown): string {
  if (type === 'CREATE') return `new, ${shorten(value)}`
  if (type === 'REMOVE') return `removed, ${shorten(oldValue)}`
  return `${shorten(oldValue)} → ${shorten(value)}`
}

function shorten(value: unknown): string {
  return inspect(value, { depth: 0, maxStringLength: 40, breakLength: Number.POSITIVE_INFINITY })
}
