import { describeRefusal, isRefusedForNow, overHttp } from '../app/service-client.js'
import { CommandFailed } from '../contract/command-failed.js'

/** The time limit of a request, in milliseconds. A class can have many boards. */
const TIMEOUT = 60_000

/** How the commands reach a service. */
export interface ClassServer {
  /** The base URL of the service, without a slash at the end. */
  server: string
  /** The bearer token: a trainer secret or the administrator token. */
  token?: string | undefined
}

/**
 * Sends a request to the management API of a service.
 *
 * @returns the text of the response
 * @throws ServerUnreachable if the service does not respond, CommandFailed if it refuses the request
 */
export async function callServer(
  { server, token }: ClassServer,
  method: string,
  path: string,
  json?: object,
): Promise<string> {
  const response = await overHttp({ url: server, timeout: TIMEOUT })({ method, path, token, json })
  if (!response.headers.has('x-request-id') && !isRefusedForNow(response)) {
    throw new CommandFailed(
      `There is no Task Board Service at ${server}: ${method} ${path} returned ${response.status}`,
    )
  }
  if (response.status >= 300) {
    const hint = token === undefined ? '; pass --token, or set its variable (see --help)' : ''
    throw new CommandFailed(`The server returned ${describeRefusal(response)}${response.status === 401 ? hint : ''}`)
  }
  return response.text
}

/**
 * Returns the time of the service in milliseconds since the Unix epoch, because the clock of this machine can be wrong.
 *
 * @throws ServerUnreachable if the service does not respond
 */
export async function readServerTime({ server }: ClassServer): Promise<number> {
  const { headers } = await overHttp({ url: server, timeout: TIMEOUT })({ method: 'GET', path: '/' })
  return Date.parse(headers.get('date') ?? '') || Date.now()
}
