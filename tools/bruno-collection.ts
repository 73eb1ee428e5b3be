import { postmanToBruno } from '@usebruno/converters'
import { stringifyCollection, stringifyEnvironment, stringifyFolder, stringifyRequest } from '@usebruno/filestore'
import type { CollectionDefinition } from 'postman-collection'
import { EXAMPLE_FILE } from './collection.js'

/** The format of the files. */
const FORMAT = { format: 'bru' } as const

/** The name of the environment, which contains the base URL. */
const ENVIRONMENT = 'local'

/** An item as Bruno's converter returns it: a request, or a folder with `items`. */
interface BrunoItem {
  name: string
  type: string
  seq?: number
  items?: BrunoItem[]
  request?: BrunoRequest
  root?: { docs?: string }
  examples?: unknown
}

interface BrunoRequest {
  url: string
  params: { name: string; value: string; type: string; enabled: boolean }[]
  body: { mode: string }
  headers: { name: string }[]
  script?: { res?: string }
  tests?: string
}

/**
 * Converts a Postman collection into the files of a Bruno collection, with the converter of Bruno.
 *
 * The converter adds a scheme before a variable, sends query parameters that are not enabled, keeps
 * `Content-Type: multipart/form-data` without a boundary, and sets variables that Bruno writes into the files of the
 * collection. These four are corrected. Saved examples are left out.
 *
 * @param collection a collection of `createCollection`
 * @param example the content of the file that uploads send
 * @returns the texts of the files by their path
 */
export async function createBrunoCollection(
  collection: CollectionDefinition,
  example: string,
): Promise<Map<string, string>> {
  const { collection: converted } = await postmanToBruno(collection)
  const files = new Map<string, string>()
  const name = converted.name.trim()
  const config = { version: '1', name, type: 'collection' }
  files.set('bruno.json', `${JSON.stringify(config, null, 2)}\n`)

  const [baseUrl, ...variables] = (collection.variable ?? []).map(({ key = '', value }) => ({
    name: key,
    value: String(value),
    enabled: true,
    secret: false,
    type: 'text',
  }))
  files.set(`environments/${ENVIRONMENT}.bru`, stringifyEnvironment({ variables: [baseUrl] }, FORMAT))
  const root = { meta: { name }, docs: converted.root.docs, request: { vars: { req: variables } } }
  files.set('collection.bru', stringifyCollection(root, config, FORMAT))

  for (const [index, folder] of (converted.items as BrunoItem[]).entries()) {
    const meta = { name: folder.name, seq: index + 1 }
    files.set(`${folder.name}/folder.bru`, stringifyFolder({ meta, docs: folder.root?.docs }, FORMAT))
    for (const { examples, ...item } of folder.items ?? []) {
      correct(item.request as BrunoRequest)
      files.set(`${folder.name}/${item.name}.bru`, stringifyRequest(item, FORMAT))
    }
  }
  const texts = [...files.values()]
  if (texts.some((text) => text.includes(`@file(${EXAMPLE_FILE})`))) files.set(EXAMPLE_FILE, example)
  return files
}

function correct(request: BrunoRequest): void {
  const query = request.params
    .filter(({ type, enabled }) => type === 'query' && enabled)
    .map(({ name, value }) => `${name}=${value}`)
  const [path = ''] = request.url.replace('http://{{baseUrl}}', '{{baseUrl}}').split('?')
  request.url = [path, ...(query.length === 0 ? [] : [query.join('&')])].join('?')
  if (request.body.mode === 'multipartForm') {
    request.headers = request.headers.filter(({ name }) => name.toLowerCase() !== 'content-type')
  }
  request.tests = (request.script?.res ?? '').replaceAll('bru.setCollectionVar(', 'bru.setVar(')
  delete request.script
}
