import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { raw } from 'jq-wasm'
import type { Test } from 'tap'

const isOption = (argument: string) => /^-\w$/.test(argument)

/** Applies the filter that the arguments in a request's header contain to its body. */
async function filter(request: IncomingMessage): Promise<string> {
  const args = Buffer.from(String(request.headers.arguments), 'base64').toString().trimEnd().split('\n')
  const [program = ''] = args.filter((argument) => !isOption(argument))
  return (await raw(await text(request), program, args.filter(isOption))).trimEnd()
}

/**
 * Returns a script that stands in for jq, which may not be installed. It knows as much of the command line as the
 * documentation uses. The filters run in this process, because each process would compile WebAssembly again.
 */
export async function startJq(t: Test): Promise<string> {
  const server = createServer(async (request, response) => response.end(`${await filter(request)}\n`))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  t.teardown(() => server.close())
  const { port } = server.address() as AddressInfo
  return `#!/bin/sh
input=-
program=
for argument; do
  case $argument in
    -?) ;;
    *) if [ -n "$program" ]; then input=$argument; fi; program=1 ;;
  esac
done
exec curl --silent --data-binary "@$input" --header "Arguments: $(printf '%s\\n' "$@" | base64 | tr -d '\\n')" http://127.0.0.1:${port}/
`
}
