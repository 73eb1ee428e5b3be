import { readFileSync } from 'node:fs'
import type { FastifyInstance } from 'fastify'
import { parse } from 'yaml'
import { serverUrl } from '../http/base-url.js'
import { JSON_TYPE } from '../http/headers.js'
import { PACKAGE_ROOT } from '../version.js'
import { cacheByUrl, renderJson, renderYaml, SERVICE_URL, serveText, YAML_TYPE } from './serve-document.js'

/** The path of the Arazzo document, without the extension. The name is the one that the specification recommends. */
export const WORKFLOWS_PATH = '/arazzo'

/** The document, which is in the package. Its sources are files beside it. */
const FILE = new URL('openapi/task-board-service.arazzo.yaml', PACKAGE_ROOT)

/** A document that describes sequences of requests (Arazzo 1.0.1). */
export interface Workflows {
  sourceDescriptions: { name: string; url: string; 'x-serverUrl'?: string }[]
}

/**
 * Serves the workflows as YAML and JSON. Tools need no other files, because the sources have absolute URLs. With
 * `?download` in the URL, browsers save the document as a file. Register it after the documents.
 *
 * @param publicUrl the value of PUBLIC_URL, if it is set
 */
export async function serveWorkflows(
  app: FastifyInstance,
  { publicUrl }: { publicUrl: string | undefined },
): Promise<void> {
  const serve = (suffix: string, mediaType: string, render: (workflows: Workflows) => string) => {
    const texts = cacheByUrl(() => render(withServedSources(app, parse(readFileSync(FILE, 'utf8')))))
    serveText(app, WORKFLOWS_PATH + suffix, {
      mediaType,
      fileName: `task-board-service.arazzo${suffix}`,
      render: (request) => texts.memo(serverUrl(request, publicUrl)),
    })
  }
  serve('.yaml', YAML_TYPE, renderYaml)
  serve('.json', JSON_TYPE, renderJson)
}

/** Replaces the files that are the sources of workflows by the documents that the service serves. */
function withServedSources({ documents }: FastifyInstance, workflows: Workflows): Workflows {
  const sourceDescriptions = workflows.sourceDescriptions.map(({ url, 'x-serverUrl': server, ...source }) => {
    const [, name = ''] = /^\.\/(.*)\.json$/.exec(url) ?? []
    return {
      ...source,
      url: `${SERVICE_URL}${documents.get(name)?.path}.json`,
      ...(server !== undefined && { 'x-serverUrl': server.replace(/^http:\/\/[^/]*/, SERVICE_URL) }),
    }
  })
  return { ...workflows, sourceDescriptions }
}
