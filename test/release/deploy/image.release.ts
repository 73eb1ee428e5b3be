import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { chownSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import t, { type Test } from 'tap'

const execute = promisify(execFile)
const ROOT = join(import.meta.dirname, '../../..')
/** The user of the image. */
const UID = 1000

const missing = [
  ...['buildah', 'debootstrap'].filter(
    (program) =>
      !`${process.env.PATH}${delimiter}/usr/sbin`.split(delimiter).some((path) => existsSync(join(path, program))),
  ),
  ...(process.getuid?.() === 0 ? [] : ['the user root']),
]
if (missing.length > 0) {
  t.pass('the image is built, and runs', { skip: `this needs ${missing.join(' and ')}` })
} else {
  testImage()
}

/** Runs a command, and returns its output without the line break at the end. */
async function output(command: string, ...args: string[]): Promise<string> {
  const { stdout } = await execute(command, args, { cwd: ROOT, maxBuffer: 2 ** 26 })
  return stdout.trim()
}

function testImage(): void {
  const name = randomUUID()
  const [base, image] = [`localhost/task-board-base-${name}`, `localhost/task-board-${name}`] as const

  t.before(async () => {
    await output('bash', 'scripts/build-base-image.sh', base)
    const options = ['--isolation', 'chroot', '--format', 'docker', '--pull-never', '--build-arg', `BASE=${base}`]
    await output('buildah', 'build', ...options, '--tag', image, '.')
  })
  t.after(async () => {
    await execute('buildah', ['rmi', '--force', image]).catch(() => {})
    await execute('buildah', ['rmi', '--force', base]).catch(() => {})
    await execute('buildah', ['rmi', '--prune']).catch(() => {})
  })

  /** Creates a container with a folder as its volume. */
  async function createContainer(t: Test) {
    const container = await output('buildah', 'from', '--pull-never', image)
    const data = mkdtempSync(join(tmpdir(), 'task-board-data-'))
    t.teardown(async () => {
      await output('buildah', 'rm', container)
      rmSync(data, { recursive: true, force: true })
    })
    const { OCIv1, Docker } = JSON.parse(await output('buildah', 'inspect', container))
    const run = (...command: string[]) => [
      // With this isolation, buildah ignores a folder for /data, because the image declares this volume.
      ...['run', '--isolation', 'chroot', '--volume', `${data}:/mounted`, container, '--'],
      ...command,
    ]
    return { data, run, entrypoint: OCIv1.config.Entrypoint as string[], healthcheck: Docker.config.Healthcheck }
  }

  const DATABASE = ['--database-url', 'sqlite:/mounted/board.db']

  for (const args of [[], ['--port', '0', '--host', '127.0.0.1']]) {
    t.test(`image: the service runs, is healthy and stops on SIGTERM, with '${args.join(' ')}'`, async (t) => {
      const { data, run, entrypoint, healthcheck } = await createContainer(t)
      chownSync(data, UID, UID)
      const check = () => execute('buildah', run(...healthcheck.Test.slice(1)), { cwd: ROOT })
      await t.rejects(check(), { code: 1, stderr: /does not respond/ })

      const container = spawn('buildah', run(...entrypoint, ...args, ...DATABASE), {
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      const url = await findUrl(container)
      const created = await fetch(`${url}/api/v1/tasks`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: '{"title":"A task","status":"TODO"}',
      })
      t.equal(created.status, 201)
      t.match((await check()).stdout, `${new URL(url).port}/readyz returned 200`)
      t.match(
        (await execute('buildah', run(...entrypoint, 'database', 'backup', '--to', '/mounted/backup.db', ...DATABASE)))
          .stdout,
        'backup.db',
      )
      t.ok(existsSync(join(data, 'backup.db')))

      const ended = once(container, 'exit')
      container.kill('SIGTERM')
      await ended
      await t.rejects(fetch(url))
      await t.rejects(check(), { code: 1 })
    })
  }

  t.test('image: says which user must own the volume', async (t) => {
    const { data, run, entrypoint } = await createContainer(t)
    mkdirSync(join(data, 'inner'))
    for (const file of ['/mounted/board.db', '/mounted/inner/board.db']) {
      await t.rejects(execute('buildah', run(...entrypoint, '--database-url', `sqlite:${file}`)), {
        code: 1,
        stderr: new RegExp(`\\(uid ${UID}\\) may not write to /mounted.*chown -R ${UID} /mounted`),
      })
    }
  })

  t.test('image: has SQLite for one platform, and no development dependencies', async (t) => {
    const { run } = await createContainer(t)
    const list = async (...args: string[]) => (await output('buildah', ...run(...args))).split('\n')
    t.strictSame(await list('ls', 'node_modules/@photostructure/sqlite/prebuilds'), [`linux-${process.arch}`])
    const [size = ''] = await list('du', '--summarize', '--block-size=1M', 'node_modules')
    // 55 MB of packages that users install, too. The development dependencies alone have several hundred.
    t.ok(Number.parseInt(size, 10) < 70, `node_modules has ${size}`)
    const packages = await list('ls', 'node_modules')
    t.ok(packages.includes('@fastify'))
    for (const name of ['esbuild', 'preact', 'tap']) t.notOk(packages.includes(name), name)
  })
}

/** Waits until the service in a container listens; returns its URL on this machine. */
async function findUrl({ stdout }: ChildProcess): Promise<string> {
  for await (const line of createInterface({ input: stdout as NodeJS.ReadableStream })) {
    const [, port] = /"Documentation: http:\/\/[^/]+:(\d+)/.exec(line) ?? []
    if (port !== undefined) return `http://127.0.0.1:${port}`
  }
  throw new Error('The container has ended')
}
