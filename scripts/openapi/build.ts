import type { OpenAPIV3 } from 'openapi-types'
import { parse } from 'yaml'
import { EDITIONS } from '../../src/api/editions/index.js'
import type { Operation } from '../../src/contract/operations.js'
import type { SharedResponses } from '../../src/site/add-responses.js'
import { editionFolder, readBuilt } from '../../src/site/read-document.js'
import { collectRoutes, type DocumentedRoutes } from './collect-routes.js'
import { type DocumentSource, OTHERS, variantDocuments } from './documents.js'
import { generate } from './generate.js'
import { renderJson, renderYaml } from './render.js'
import { sharedResponses } from './shared-responses.js'
import { toOpenapi31 } from './to-openapi31.js'

const WORKFLOWS = 'task-board-service.arazzo'

/** Returns the texts of all files in `openapi/` that the build writes, by path. */
export async function buildDocuments(): Promise<Map<string, string>> {
  const files = new Map<string, string>()
  const shared: Record<string, SharedResponses> = {}
  const operations: Operation[] = []
  for (const edition of EDITIONS) {
    const isDefault = edition === EDITIONS[0]
    const routes = await collectRoutes(edition)
    const sources: DocumentSource[] = [...variantDocuments(edition), ...(isDefault ? OTHERS : [])]
    for (const source of sources) {
      const document = await generate(source, routes.get(source.name) as DocumentedRoutes)
      const path = editionFolder(source, edition.name) + source.name
      for (const [folder, version] of [
        ['', document],
        ['3.1/', toOpenapi31(document)],
      ] as const) {
        files.set(`${folder}${path}.json`, renderJson(version))
        files.set(`${folder}${path}.yaml`, renderYaml(version))
      }
      if (!isDefault) continue
      shared[source.name] = sharedResponses(document, source.prefix)
      operations.push(...listOperations(document, source.name))
    }
  }
  files.set(
    'service/operations.json',
    `[\n${operations.map((operation) => JSON.stringify(operation)).join(',\n')}\n]\n`,
  )
  files.set('service/shared-responses.json', renderJson(shared))
  files.set(`${WORKFLOWS}.json`, renderJson(parse(readBuilt(`${WORKFLOWS}.yaml`))))
  return files
}

function listOperations({ paths }: OpenAPIV3.Document, document: string): Operation[] {
  return Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item as Record<string, OpenAPIV3.OperationObject>).map(([method, { operationId: id = '' }]) => ({
      id,
      method: method.toUpperCase(),
      path,
      document,
    })),
  )
}
