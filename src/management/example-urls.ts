import { hostUrl } from '../boards/address.js'
import { boardPath } from '../boards/prefix.js'
import { EXAMPLE_SERVER } from '../openapi/add-examples.js'

/** Returns the base URLs of a private board on this server. */
export function exampleUrls(id: string): [atPath: string, atHost: string] {
  return [EXAMPLE_SERVER + boardPath(id), hostUrl(id, new URL(EXAMPLE_SERVER).host, EXAMPLE_SERVER)]
}
