import { describeFailure, isRefusedForNow, sendRequest } from '../client/send-request.js'
import { CommandFailed, EXIT_CODES } from '../contract/command-failed.js'

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
 * @throws CommandFailed if the service does not respond, or refuses the request
 */
export async function callServer(
  { server, token }: ClassServer,
  method: string,
  path: string,
  json?: object,
): Promise<string> {
  const refuse = (error: Error): never => {
    throw new CommandFailed(
      `Cannot reach the server ${server}: ${describeFailure(error, TIMEOUT)}`,
      EXIT_CODES.unreachable,
    )
  }
  const response = await sendRequest(server + path, { method, token, json }, TIMEOUT).catch(refuse)
  // `response.text()` would remove the byte order mark of an export.
  const text = Buffer.from(await response.arrayBuffer().catch(refuse)).toString()
  if (!response.headers.has('x-request-id') && !isRefusedForNow(response)) {
    throw new CommandFailed(
      `There is no Task Board Service at ${server}: ${method} ${path} returned ${response.status}`,
    )
  }
  if (!response.ok) throw new CommandFailed(describeRefusal(response.status, text, token === undefined))
  return text
}

/** Describes an error response in one line. */
function describeRefusal(status: number, text: string, isWithoutToken: boolean): string {
  const { message, errors } = parse(text)
  const details = Object.entries(errors ?? {}).map(([field, problem]) => `; ${field}: ${problem}`)
  const hint = status === 401 && isWithoutToken ? '; set TRAINER_SECRET or ADMIN_TOKEN, or pass --token' : ''
  return `The server returned ${status}: ${message ?? 'no message'}${details.join('')}${hint}`
}

function parse(text: string): { message?: string; errors?: Record<string, string> } {
  try {
    return Object(JSON.parse(text))
  } catch {
    return {}
  }
}
