import { apiCompare } from 'api-smart-diff'
import type { OpenAPIV3 } from 'openapi-types'

/** A change between two documents. */
export interface Change {
  /** Whether a client that was made for the older document may fail with the newer. */
  breaking: boolean
  /** What has changed, and where. */
  description: string
}

interface Difference {
  action: string
  type: string
  path: (string | number)[]
  description?: string
}

/**
 * Tells how a document differs from an older one, and which of the changes break clients.
 *
 * @param older the document that clients were made for
 * @param newer the document that they meet
 */
export function compareDocuments(older: OpenAPIV3.Document, newer: OpenAPIV3.Document): Change[] {
  const { diffs } = apiCompare(older, newer) as { diffs: Difference[] }
  return diffs
    .filter(({ path }) => !isComponent(path))
    .map((difference) => ({ breaking: isBreaking(difference), description: describe(difference) }))
}

/** A component counts where it is used: only there it is known whether clients send it or receive it. */
function isComponent([first, second]: Difference['path']): boolean {
  return first === 'components' && second === 'schemas'
}

/** The library's judgement, but for what it does not see. */
function isBreaking({ action, type, path }: Difference): boolean {
  const received = path.includes('responses')
  switch (path.at(-1)) {
    // A value of another type is another value, whoever sends it.
    case 'type':
      return true
    // To receive null where there was none breaks a client; to be no longer allowed to send it does too.
    case 'nullable':
      return received === (action !== 'remove')
    // Generators name functions by it.
    case 'operationId':
      return true
    default:
      return type === 'breaking'
  }
}

function describe({ action, path, description }: Difference): string {
  return `${path.join(' ')}: ${description ?? action}`
}
