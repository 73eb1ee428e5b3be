import type { FastifyInstance } from 'fastify'
import { serverUrl } from '../http/base-url.js'
import { JSON_TYPE } from '../http/headers.js'
import { DOCUMENTS } from './documents.js'
import { readBuilt } from './read-document.js'
import { serveText, YAML_TYPE } from './serve-document.js'

/** The path of the Arazzo document, without the extension. The name is the one that the specification recommends. */
export const WORKFLOWS_PATH = '/arazzo'

/** The files and the server that the built document names. */
const SOURCE = /\.\/(\w+)\.json/g
const SERVER = /http:\/\/127\.0\.0\.1:3000/g

/**
 * Serves the workflows (Arazzo 1.0.1) as YAML and JSON. Tools need no other files, because the sources have absolute URLs.
 * With `?download` in the URL, browsers save the document as a file.
 *
 * @param publicUrl the value of PUBLIC_URL, if it is set
 */
export async function serveWorkflows(
  app: FastifyInstance,
  { publicUrl }: { publicUrl: string | undefined },
): Promise<void> {
  const paths = new Map(DOCUMENTS.map(({ name, path }) => [name, path]))
  const formats = { '.yaml': YAML_TYPE, '.json': JSON_TYPE }
  for (const [suffix, mediaType] of Object.entries(formats)) {
    const fileName = `task-board-service.arazzo${suffix}`
    serveText(app, WORKFLOWS_PATH + suffix, {
      mediaType,
      fileName,
      render(request) {
        const url = serverUrl(request, publicUrl)
        return readBuilt(fileName)
          .replace(SOURCE, (_, name) => `${url}${paths.get(name)}.json`)
          .replace(SERVER, () => url)
      },
    })
  }
}
