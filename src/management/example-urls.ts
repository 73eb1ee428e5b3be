import { hostUrl } from '../boards/address.js'
import { boardPath } from '../boards/prefix.js'

/** The server in the examples. */
export const EXAMPLE_SERVER = 'https://board.example.org'

/** Returns the base URLs of a private board on this server. */
export function exampleUrls(id: string): [atPath: string, atHost: string] {
  return [EXAMPLE_SERVER + boardPath(id), hostUrl(id, new URL(EXAMPLE_SERVER).host, EXAMPLE_SERVER)]
}
