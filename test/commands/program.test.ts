import { createServer, type Socket } from 'node:net'
import t, { type Test } from 'tap'
import { SECRETS } from '../../src/app/config-secrets.js'
import { flagOf, type Setting } from '../../src/app/setting.js'
import { REMOVED_SETTINGS, SETTINGS } from '../../src/app/settings.js'
import { runProgram } from '../../src/commands/program.js'
import { EXIT_CODES } from '../../src/contract/command-failed.js'
import { VERSION } from '../../src/version.js'
import { listen } from '../kit/listen.js'
import { runHere } from '../kit/run-here.js'

const COMMANDS = ['start', 'health', 'check', 'grade', 'suggest', 'drill', 'judge', 'class', 'database']

/** Runs a command line that is not valid. Returns the one line on stderr. */
async function refuse(t: Test, args: string[]): Promise<string> {
  const errors = t.capture(console, 'error')
  t.equal(await runProgram(args), 2, args.join(' '))
  const lines = errors().map(({ args: [line] }) => line)
  errors.restore()
  t.equal(lines.length, 1)
  t.match(lines[0], /^task-board-service: [^\r\n]+$/)
  return lines[0].replace('task-board-service: ', '')
}

t.test('a command line that is not valid is refused in one line', async (t) => {
  const cases: [args: string[], line: string][] = [
    [['strat'], "unknown command 'strat' (Did you mean start?)"],
    [['serve', '--port=1'], "unknown command 'serve'"],
    [['start', 'now'], "too many arguments for 'start'. Expected 0 arguments but got 1."],
    [['--colour=red'], "unknown option '--colour'"],
    [['--prot=1'], "unknown option '--prot' (Did you mean --port?)"],
    [['--PORT=1'], "unknown option '--PORT'"],
    [['-p', '1'], "unknown option '-p'"],
    [['start', '--port'], "option '--port <number>' argument missing"],
    [['start', '--help=yes'], "unknown option '--help'"],
    [['database', 'migrate', '--port=1'], "unknown option '--port'"],
    [['database', 'backup', '--to'], "option '--to <file>' argument missing"],
    [['database'], "missing command; see 'database --help'"],
    [['database', 'restore'], "unknown command 'restore'; see 'database --help'"],
    [['database', 'reset-faults', '--token', 'x'], '--token needs --server'],
    [['help'], "unknown command 'help' (Did you mean health?)"],
  ]
  for (const [args, line] of cases) t.equal(await refuse(t, args), line, args.join(' '))
})

t.test('secrets have no flags, and a value that is given anyway is not repeated', async (t) => {
  for (const name of ['jwt-secret', 'jwt-secret-file', 'accounts', 'admin-token']) {
    for (const args of [[`--${name}=it's\nengine-1843`], [`--${name}`, 'engine-1843']]) {
      const line = await refuse(t, args)
      t.match(line, `unknown option '--${name}'`)
      t.notMatch(line, '1843')
    }
  }
})

t.test('--help lists the commands and the exit codes', async (t) => {
  const { code, stdout, stderr } = await runHere(t, '--help', { env: { PORT: 'wrong' } })
  t.match({ code, stderr }, { code: 0, stderr: '' })
  for (const command of COMMANDS) t.match(stdout, new RegExp(`^  ${command} .*[A-Z]`, 'm'))
  for (const exitCode of Object.values(EXIT_CODES)) t.match(stdout, new RegExp(`^  ${exitCode}  [A-Za-z, ]+`, 'm'))
  t.notMatch(stdout, '\u001b', 'no colours outside a terminal')
})

t.test('--help of start names every setting, and gives no flag to a secret', async (t) => {
  const { code, stdout } = await runHere(t, 'start', { args: ['-h'], env: { PORT: 'wrong', JWT_SECRET: 'short' } })
  t.equal(code, 0)
  const help = stdout.replace(/\s+/g, ' ')
  for (const { name, schema, default: fallback } of Object.values<Setting>(SETTINGS)) {
    const [, line = ''] = new RegExp(` --${flagOf(name)} [<[]\\S+ (.*?env ${name})\\)`).exec(help) ?? []
    t.ok(line.startsWith(schema.description), name)
    if (fallback !== undefined) t.ok(line.includes(String(fallback)), `and its default ${fallback}`)
  }
  for (const { name, schema } of Object.values(SECRETS)) {
    t.ok(help.includes(`${name} ${schema.description} (or set ${name}_FILE`), name)
    t.notOk(help.includes(`--${flagOf(name)}`), `${name} has no flag`)
  }
  for (const name of REMOVED_SETTINGS) t.notOk(help.includes(`--${flagOf(name)}`), `${name} was removed`)
})

t.test('--help of every command describes it', async (t) => {
  for (const command of COMMANDS.slice(1)) {
    const { code, stdout } = await runHere(t, command, { args: ['--help'] })
    t.equal(code, 0)
    t.match(stdout, new RegExp(`^Usage: task-board-service ${command} [^]*\n\n[A-Z][^]*\\.[^]*--help`), command)
  }
})

t.test('--version prints the version, even with an invalid configuration', async (t) => {
  for (const args of [['--version'], ['-v'], ['start', '--version'], ['database', '-v']] as [string, ...string[]][]) {
    const [command, ...rest] = args
    const exit = await runHere(t, command, { args: rest, env: { PORT: 'wrong' } })
    t.strictSame(exit, { code: 0, signal: null, stdout: `${VERSION}\n`, stderr: '' }, args.join(' '))
  }
})

const CLOSED = /it closed the connection without a complete response/

/** What servers do with a connection, and what the commands say about it. */
const BROKEN: Record<string, [handle: (socket: Socket) => void, reason: RegExp]> = {
  'closes connections': [(socket) => socket.end(), CLOSED],
  'resets connections': [(socket) => socket.resetAndDestroy(), CLOSED],
  'closes after the request': [(socket) => socket.once('data', () => socket.end()), CLOSED],
  'closes within the response': [
    (socket) => socket.once('data', () => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n{')),
    CLOSED,
  ],
  'speaks another protocol': [(socket) => socket.write('SSH-2.0-x\r\n'), /its response is not HTTP; the URL may/],
}

for (const [what, [handle, reason]] of Object.entries(BROKEN)) {
  t.test(`all commands say at once that a server ${what}, and the exit code is 3`, async (t) => {
    const { port } = await listen(
      t,
      createServer((socket) => handle(socket.on('error', () => {}))),
    )
    const url = `http://127.0.0.1:${port}`
    for (const [command, ...args] of [
      ['check', url],
      ['class', 'list', '--token', 'x', '--server', url],
      ['class', 'show', 'h4zq7c2w5n3vk6sx7dz2rqmtea', '--server', url],
      ['class', 'delete', 'h4zq7c2w5n3vk6sx7dz2rqmtea', '--server', url],
      ['grade', '--server', url, '--', 'true'],
      ['drill', '--server', url, '--', 'true'],
    ] as const) {
      const start = performance.now()
      const { code, stderr } = await runHere(t, command, { args: [...args] })
      t.equal(code, EXIT_CODES.unreachable, command)
      t.match(stderr, reason)
      t.ok(performance.now() - start < 10_000, 'it does not wait for the time limit')
    }
    const { code, stderr } = await runHere(t, 'health', { env: { PORT: String(port) } })
    // A status is enough for it.
    if (what !== 'closes within the response') t.match([code, stderr], [1, reason])
  })
}

t.test('the commands say that a server does not use TLS', async (t) => {
  const { port } = await listen(
    t,
    createServer((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')),
  )
  const { stderr } = await runHere(t, 'class', {
    args: ['list', '--token', 'x', '--server', `https://127.0.0.1:${port}`],
  })
  t.match(
    stderr,
    /Cannot reach the server https:\S+: it does not use TLS as required; the URL may have to start with http$/m,
  )
})

t.test('a GET is sent once more after a failure, and a POST is not', async (t) => {
  let connections = 0
  const server = createServer((socket) => {
    if (++connections === 1) return socket.destroy()
    socket.once('data', () => socket.end('HTTP/1.1 404 Not Found\r\n\r\n'))
  })
  const { port } = await listen(t, server)
  const flags = ['--token', 'x', '--server', `http://127.0.0.1:${port}`]
  t.match(await runHere(t, 'class', { args: ['list', ...flags] }), { code: 1, stderr: /GET \/classes\S* returned 404/ })
  connections = 0
  t.match(await runHere(t, 'class', { args: ['reset', 'h4zq7c2w5n3vk6sx7dz2rqmtea', ...flags] }), { code: 3 })
  t.equal(connections, 1)
})
