/** Plays the scenario of a document with the TypeScript clients. Its arguments are the document and the URL of the variant. */
import { parseArgs } from 'node:util'
import type { AuthClient, Client, Connect, Result } from './client.ts'
import { TESTED } from './generators.ts'
import { play } from './scenario/play.ts'
import type { Call, DocumentName, Reply } from './scenario/step.ts'

/** The operations of a client by their ids. */
type Operations = Record<string, (...parameters: unknown[]) => Promise<Result<unknown>>>

const { positionals } = parseArgs({ allowPositionals: true })
const [document, baseUrl] = positionals as [DocumentName, string]

for (const name of document.startsWith('earlier-') ? ['earlier'] : TESTED.map(({ name }) => name)) {
  try {
    console.log(`${name} ${document}: passed (${await drive(name)} steps)`)
  } catch (error) {
    console.error(`${name} ${document}: FAILED`, error)
    process.exitCode = 1
  }
}

async function drive(name: string): Promise<number> {
  const { connect }: { connect: Connect<Client> } = await import(`./adapters/${name}.ts`)
  const auth: { connect: Connect<AuthClient> } | undefined = document.endsWith('v2')
    ? await import(`./adapters/auth/${name}.ts`)
    : undefined
  return play(document, ({ token, ...call }) => {
    const connection = { baseUrl, ...(token !== null && { token }) }
    return send({ ...connect(connection), ...auth?.connect(connection) } as Operations, call)
  })
}

async function send(operations: Operations, call: Omit<Call, 'token'>): Promise<Reply> {
  const { operation, path, query, body, files } = call
  const uploads = files?.map(({ name, type, bytes }) => new File([Buffer.from(bytes, 'base64')], name, { type }))
  const result = await operations[operation]?.(...path, uploads ?? body ?? query)
  if (result === undefined) throw new Error(`The adapter has no operation ${operation}`)
  const { status, data, error } = result
  if ((error === undefined) !== status < 400)
    throw new Error(`The client takes ${status} for the wrong kind of response`)
  return { status, body: error ?? (data instanceof ArrayBuffer ? Buffer.from(data).toString('base64') : data) }
}
