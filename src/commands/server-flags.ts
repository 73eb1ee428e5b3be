import { type Command, InvalidArgumentError, Option } from 'commander'

/** Adds the flags of commands that can use a running service. */
export function addServerFlags(
  command: Command,
  token = 'The administrator token of --server, only to create boards',
): Command {
  return command
    .option('--server <url>', 'The URL of a running service to use', parseServer)
    .addOption(new Option('--token <token>', token).env('ADMIN_TOKEN').argParser(parseToken))
}

/** Refuses a token without a server. */
export function requireServer(command: Command): void {
  if (command.opts().server === undefined && command.getOptionValueSource('token') === 'cli') {
    command.error('--token needs --server')
  }
}

export const INVALID_TOKEN = 'It must consist of visible ASCII characters.'

/** Whether a token can be sent in a header. */
export function isToken(value: string): boolean {
  return /^[\x21-\x7e]+$/.test(value)
}

/** Returns a token that can be sent in a header. */
export function parseToken(value: string): string {
  if (isToken(value)) return value
  throw new InvalidArgumentError(INVALID_TOKEN)
}

/** Returns the URL of a service without slashes at the end. Users copy the URL of a page from their browser. */
export function parseServer(value: string): string {
  const url = parseUrl(value)
  const page = /\/(api\/\w+|b\/[^/]+|docs)$/.exec(url)?.[0]
  if (page !== undefined) throw new InvalidArgumentError(`It must end before ${page}: it is the URL of the service.`)
  return url
}

/** Returns a URL without slashes at the end. */
export function parseUrl(value: string): string {
  const url = URL.canParse(value) ? new URL(value) : undefined
  if (url === undefined || !/^https?:$/.test(url.protocol) || url.username || url.password || url.search || url.hash) {
    throw new InvalidArgumentError(
      'It must be an http or https URL without a user, query or fragment, such as http://localhost:3000.',
    )
  }
  return url.origin + url.pathname.replace(/\/+$/, '')
}
