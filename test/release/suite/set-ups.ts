import type { Test } from 'tap'
import { emptyDatabase, lastingDatabase } from '../../kit/database.js'
import { startProcess } from '../../kit/process.js'
import { findFreePort, findPostgres, startPostgres } from '../../postgres/server.js'
import { startCaddy } from '../deploy/caddy.js'
import { startNginx } from '../deploy/nginx.js'
import { type Target, writeModules } from './target.js'

/** The settings of all services: they trust their proxy, and have no limits that one address reaches. */
const ENV = {
  ...{ TRUST_PROXY: 'true', BOARDS: 'open', BOARD_HOST: 'boards.localhost', FAULT_DELAY: '1500-1500' },
  ...{ BOARDS_PER_HOUR: '1000000', BOARD_RATE: '1000000', ADDRESS_RATE: '1000000' },
}

/** Starts a service. Returns its port. */
type Start = (more?: Record<string, string>) => Promise<number>

/** How each set-up starts. Returns the base URL, or that of the front and that of a cell. */
const SET_UPS = {
  SQLite: async (_t: Test, start: Start) => `http://127.0.0.1:${await start()}`,
  async PostgreSQL(t: Test, start: Start) {
    const folder = findPostgres()
    if (folder === undefined) throw new Error('Install PostgreSQL')
    const { url, remove } = await startPostgres(folder, true)
    t.teardown(remove)
    return `http://127.0.0.1:${await start({ DATABASE_URL: url })}`
  },
  nginx: async (t: Test, start: Start) => (await startNginx(t, await start())).base,
  Caddy: async (t: Test, start: Start) => (await startCaddy(t, await start())).base,
  async cells(t: Test, start: Start) {
    const port = await findFreePort()
    const hostOf = (cell: string) => `${cell}.boards.localhost:${port}`
    const startCell = (cell: string) => start({ PUBLIC_URL: `http://${hostOf(cell)}` })
    const cells = [await startCell('cell-a'), await startCell('cell-b')] as const
    await startNginx(t, cells[0], { cells, port })
    return [`http://boards.localhost:${port}`, `http://${hostOf('cell-b')}`]
  },
} as const

/** The names of the set-ups. */
export const NAMES = Object.keys(SET_UPS) as (keyof typeof SET_UPS)[]

/** Starts a set-up. The test's end stops it. */
export async function startSetUp(t: Test, name: keyof typeof SET_UPS, isCovered = false): Promise<Target> {
  const { clock, service, client } = await writeModules(t)
  const start: Start = async (more) => {
    const database = name === 'SQLite' && isCovered ? await emptyDatabase() : undefined
    const env = { ...ENV, NODE_OPTIONS: service, DATABASE_URL: database ?? (await lastingDatabase(t)), ...more }
    return (await startProcess(t, { isCovered, env })).port
  }
  const [front = '', server = front] = [await SET_UPS[name](t, start)].flat()
  return { front, server, clock, nodeOptions: client, isProxy: !['SQLite', 'PostgreSQL'].includes(name) }
}
