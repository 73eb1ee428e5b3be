import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chownSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { Client } from 'pg'

/** A PostgreSQL server of the tests. */
export interface PostgresServer {
  /** The URL of its database `postgres`. */
  url: string
  /** Stops it as `pg_ctl stop -m <mode>` does. */
  stop(mode?: 'smart' | 'fast' | 'immediate'): Promise<void>
  /** Starts it again, with the same data on the same port. */
  start(): Promise<void>
  /** Stops all its processes without ending them (SIGSTOP). */
  pause(): void
  /** Continues them. */
  resume(): void
  /** Stops it and deletes its data. */
  remove(): Promise<void>
}

/** The id of an unprivileged user, because PostgreSQL refuses to run as root. */
const NOBODY = 65_534
const IDENTITY = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {}

const SIGNALS = { smart: 'SIGTERM', fast: 'SIGINT', immediate: 'SIGQUIT' } as const

const SETTINGS = ['max_connections=300', 'log_min_messages=fatal', 'timezone=UTC']
/** Data of tests need not outlive the machine; what is committed still outlives the server. */
const FORGETFUL = ['fsync=off']

/** The folder of PostgreSQL's programs: on the PATH, or where Debian keeps them; `undefined` where there is none. */
export function findPostgres(): string | undefined {
  return findFolder(['initdb', 'postgres'])
}

/** The folder of PostgreSQL's programs for backups: of the server's version, where that is on this machine. */
export function findClientPrograms(): string {
  const server = findPostgres()
  const ofServer = server === undefined ? [] : [dirname(realpathSync(join(server, 'postgres')))]
  const folder = findFolder(['pg_dump', 'pg_restore'], ofServer)
  if (folder === undefined) throw new Error("There are no 'pg_dump' and 'pg_restore': install PostgreSQL's client")
  return folder
}

/** The first folder that has the programs. */
function findFolder(programs: string[], preferred: string[] = []): string | undefined {
  const debian = '/usr/lib/postgresql'
  const versions = existsSync(debian) ? readdirSync(debian) : []
  const newestFirst = versions.sort((a, b) => Number(b) - Number(a))
  return [
    ...preferred,
    ...(process.env.PATH ?? '').split(delimiter),
    ...newestFirst.map((version) => join(debian, version, 'bin')),
  ].find((folder) => programs.every((program) => existsSync(join(folder, program))))
}

/**
 * Starts a PostgreSQL server on a port and in a folder of its own.
 *
 * @param folder of PostgreSQL's programs
 * @param isDurable whether a commit waits for the disk, as it does by default
 * @param isStandby whether it waits for the log of another server, and refuses writes
 */
export async function startPostgres(folder: string, isDurable = false, isStandby = false): Promise<PostgresServer> {
  const data = mkdtempSync(join(tmpdir(), 'task-board-postgres-'))
  if (IDENTITY.uid !== undefined) chownSync(data, IDENTITY.uid, IDENTITY.gid)
  const options = { ...IDENTITY, cwd: data, env: { PATH: process.env.PATH, LC_ALL: 'C' } }
  await promisify(execFile)(
    join(folder, 'initdb'),
    ['-D', data, '-U', 'postgres', '--auth=trust', '--encoding=UTF8', '--locale=C', '--no-sync'],
    options,
  )
  if (isStandby) writeFileSync(join(data, 'standby.signal'), '')
  const port = await findFreePort()
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`
  let server: ReturnType<typeof spawn> | undefined

  async function start(): Promise<void> {
    const settings = [...SETTINGS, ...(isDurable ? [] : FORGETFUL), `unix_socket_directories=${data}`].flatMap(
      (setting) => ['-c', setting],
    )
    server = spawn(join(folder, 'postgres'), ['-D', data, '-p', String(port), '-h', '127.0.0.1', ...settings], {
      ...options,
      stdio: ['ignore', 'inherit', 'inherit'],
    })
    while (!(await accepts(url))) {
      if (server.exitCode !== null) throw new Error(`postgres has ended with ${server.exitCode}`)
      await sleep(20)
    }
  }

  async function stop(mode: keyof typeof SIGNALS = 'fast'): Promise<void> {
    if (server === undefined || server.exitCode !== null || server.signalCode !== null) return
    const ended = once(server, 'exit')
    server.kill(SIGNALS[mode])
    await ended
  }

  function signal(name: NodeJS.Signals): void {
    const children = readFileSync(`/proc/${server?.pid}/task/${server?.pid}/children`, 'utf8').trim().split(' ')
    for (const pid of [server?.pid, ...children]) process.kill(Number(pid), name)
  }

  await start()
  return {
    url,
    start,
    stop,
    pause: () => signal('SIGSTOP'),
    resume: () => signal('SIGCONT'),
    async remove() {
      await stop('immediate')
      rmSync(data, { recursive: true, force: true })
    },
  }
}

/** Runs statements on a database, each by itself. */
export async function execute(url: string, ...statements: string[]): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    for (const statement of statements) await client.query(statement)
  } finally {
    await client.end()
  }
}

async function accepts(url: string): Promise<boolean> {
  return execute(url).then(
    () => true,
    () => false,
  )
}

/** Returns a free port of 127.0.0.1. */
export async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  server.close()
  await once(server, 'close')
  return port
}
