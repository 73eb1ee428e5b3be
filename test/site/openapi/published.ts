import type { OpenAPIV3 } from 'openapi-types'
import t from 'tap'
import { earlier } from '../../../src/api/editions/earlier.js'
import { VARIANTS } from '../../../src/api/variants.js'
import { DOCUMENTS as PUBLISHED } from '../../../src/site/documents.js'
import { startService } from '../../kit/helper.js'

export const NAMES = PUBLISHED.map(({ name }) => name)

export const find = (name: string) => PUBLISHED.find((document) => document.name === name)

/** The path of a document, without extension. */
export const addressOf = (name: string) => find(name)?.path ?? ''

/** The prefix of the paths in a document. */
export const prefixOf = (name: string) => find(name)?.prefix ?? ''

/** The endings of the paths of a document: JSON and YAML, in OpenAPI 3.0.3 and in 3.1. */
export const SUFFIXES = ['.json', '.yaml', '-3.1.json', '-3.1.yaml']

export const defaults = await startService(t, { rates: {} })

export const before = await startService(t, { rates: {}, edition: earlier })

/** All published documents. The management API has one for all editions. */
export const DOCUMENTS = [
  ...NAMES.map((name) => ({ name, label: name, service: defaults })),
  ...VARIANTS.map(({ name }) => ({ name, label: `earlier/${name}`, service: before })),
]

/** Returns a document from a service with default options. */
export async function served(name: string, { send } = defaults): Promise<OpenAPIV3.Document> {
  return (await send(`GET ${addressOf(name)}.json`)).json
}
