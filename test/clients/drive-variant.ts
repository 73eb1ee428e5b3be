import { parseArgs } from 'node:util'
import type { AuthClient, Client, Connect } from './client.ts'
import { TESTED } from './generators.ts'
import { workOnBoard } from './scenario/board.ts'
import { asAdministrator, useSession } from './scenario/session.ts'

const {
  positionals: [variant = '', baseUrl = ''],
} = parseArgs({ allowPositionals: true })

for (const { name } of TESTED) {
  try {
    console.log(`${name} ${variant}: passed (${await drive(name)})`)
  } catch (error) {
    console.error(`${name} ${variant}: FAILED`, error)
    process.exitCode = 1
  }
}

async function drive(name: string): Promise<string> {
  const { connect }: { connect: Connect<Client> } = await import(`./adapters/${name}.ts`)
  if (variant !== 'v2') {
    await workOnBoard(connect({ baseUrl }))
    return 'board'
  }
  const { connect: connectAuth }: { connect: Connect<AuthClient> } = await import(`./adapters/auth/${name}.ts`)
  const connects = { connect, connectAuth }
  await asAdministrator(connects, baseUrl, workOnBoard)
  await useSession(connects, baseUrl)
  return 'board and session'
}
