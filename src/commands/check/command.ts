import { setTimeout as sleep } from 'node:timers/promises'
import { Command, InvalidArgumentError, Option } from 'commander'
import { fetchOnce } from '../../app/fetch-once.js'
import { CommandFailed, EXIT_CODES, REPORTED } from '../../contract/command-failed.js'
import { EDITION_NAMES, VARIANT_NAMES, type VariantName } from '../../contract/names.js'
import { counted } from '../../contract/numbers.js'
import { integerBetween, repeatable } from '../arguments.js'
import { addReportFlags, printText, readReportFlags, writeReports } from '../report-flags.js'
import { parseUrl } from '../server-flags.js'
import type { Account, Target } from './api.js'
import { type Check, LEVELS, type Level } from './check.js'

interface Options extends Partial<Record<VariantName, string>>, Pick<Target, 'edition' | 'admin' | 'user' | 'timeout'> {
  variant?: VariantName[]
  level?: Level
  only?: string[]
  rates?: number
  yes?: boolean
  json?: boolean | string
  list?: boolean
}

const EPILOGUE = `
The checks create and delete tasks. Without --yes, the board must be empty.

Levels: 'required' checks prove rules of the specification. 'decided' checks prove decisions where the specification is
open. They are reported separately, and only 'required' checks make an implementation wrong.

Exit codes:
  ${EXIT_CODES.done}  All required checks passed.
  ${EXIT_CODES.failed}  A required check failed, or a measured rate is wrong.
  ${EXIT_CODES.wrongUsage}  The command line is not valid, or the board has tasks and --yes is missing.
  ${EXIT_CODES.unreachable}  The implementation does not respond, or it has none of the variants.

Examples:
  task-board-service check http://localhost:8080
  task-board-service check http://localhost:8080 --variant v1 --only 'list/*' --yes
  task-board-service check http://localhost:8080 --variant buggy --rates 1000 --yes
  task-board-service check http://localhost:8080/api/v2
  task-board-service check --v1 http://localhost:4010`

/** Checks any implementation of the specification. */
export function check(): Command {
  const command = new Command('check')
    .summary('Check an implementation of the specification')
    .description(
      'Checks an implementation of the specification over HTTP, in any language. The checks delete all its tasks.',
    )
    .argument('[base URL]', 'The URL before /api/v1, or the base URL of one variant', parseUrl)
    .option('--variant <name>', 'A variant to check, repeatable (default: all that exist)', repeatable(readVariant))
    .option('--v1 <url>', 'The base URL of v1, if it does not end in /api/v1', parseUrl)
    .option('--v2 <url>', 'The base URL of v2, if it does not end in /api/v2', parseUrl)
    .option('--buggy <url>', 'The base URL of buggy, if it does not end in /api/buggy', parseUrl)
    .addOption(new Option('--edition <name>', 'The edition of the contract').choices(EDITION_NAMES).default('current'))
    .addOption(new Option('--level <level>', 'Only the checks of this level').choices(LEVELS))
    .option(
      '--only <pattern>',
      'Only checks whose id contains this text, repeatable; * is a wildcard',
      repeatable((text) => [text]),
    )
    .addOption(account('admin', 'The account with the role ADMIN', 'admin:admin123'))
    .addOption(account('user', 'An account with the role USER', 'user:user123'))
    .option(
      '--rates <requests>',
      'Measure the rates of the faults of buggy with this number of requests',
      integerBetween(1),
    )
    .option('--timeout <milliseconds>', 'The maximum time of a request', integerBetween(1, 86_400_000), 10_000)
    .option('--yes', 'Delete the tasks of the board without asking')
    .option('--list', 'List the checks, and do not run them')
    .addHelpText('after', EPILOGUE)
    .action((url: string | undefined, options: Options, self: Command) => run(url, options, self))
  return addReportFlags(command)
}

async function run(url: string | undefined, options: Options, self: Command): Promise<void> {
  const { checkImplementation, selectChecks } = await import('./index.js')
  if (selectChecks(options).length === 0) {
    throw new CommandFailed(`No check matches '${options.only?.join("', '")}'`, EXIT_CODES.wrongUsage)
  }
  if (options.list) {
    const checks = selectChecks(options).filter(({ editions }) => editions.includes(options.edition))
    const listed = checks.map(({ waits: _, ...check }) => check)
    await printText(`${options.json ? JSON.stringify(listed, null, 2) : checks.map(formatCheck).join('\n')}\n`)
    return
  }
  const { countTasks, findVariants } = await import('./target.js')
  const { toReport } = await import('./report.js')
  const targets = await readReportFlags(self, options, 'conformance')
  const { admin, user, edition, timeout, level, only, rates } = options
  const { candidates, ...urls } = await readUrls(url, options)
  const target = { ...urls, admin, user, edition, timeout, fetch, wait, tokens: new Map() }
  const found = await findVariants({ ...target, fetch: fetchOnce }, [
    ...new Set([...candidates, ...(options.variant ?? [])]),
  ])
  const variants = VARIANT_NAMES.filter((name) => (options.variant ?? found).includes(name))
  const missing = variants.filter((name) => !found.includes(name))
  if (missing.length > 0) {
    throw new CommandFailed(`There is no ${missing.join(' and no ')} at ${target.url}`, EXIT_CODES.unreachable)
  }
  if (rates !== undefined && !variants.includes('buggy')) {
    throw new CommandFailed('--rates measures the faults of buggy, which is not checked', EXIT_CODES.wrongUsage)
  }
  if (!options.yes) confirmContent(await countTasks(target, variants), target.url)
  const onResult = process.stderr.isTTY ? showProgress : undefined
  const result = await checkImplementation({ target, variants, level, only, rates, onResult })
  if (process.stderr.isTTY) process.stderr.write('\r\u001b[K')
  const report = toReport(result)
  await writeReports(report, targets)
  if (!report.isPassed) throw new CommandFailed(REPORTED)
}

/**
 * Reads the base URLs of the command line.
 *
 * @returns the base URLs of the target, and the variants to look for
 */
async function readUrls(argument: string | undefined, options: Options) {
  const { splitBaseUrl } = await import('./target.js')
  const named = VARIANT_NAMES.filter((name) => options[name] !== undefined)
  const bases = Object.fromEntries(named.map((name) => [name, options[name]]))
  if (argument === undefined) {
    const [first] = Object.values(bases)
    if (first === undefined) throw new CommandFailed('The base URL is missing', EXIT_CODES.wrongUsage)
    return { url: first, bases, candidates: named }
  }
  const { url, variant } = splitBaseUrl(argument)
  const candidates = VARIANT_NAMES.filter((name) => variant === undefined || name === variant || named.includes(name))
  return { url, bases, candidates }
}

let hasWaited = false

/** Waits because the server limits requests. */
async function wait(milliseconds: number): Promise<void> {
  if (!hasWaited) process.stderr.write('The server limits requests (429). The checks wait as the server requires.\n')
  hasWaited = true
  await sleep(milliseconds)
}

const showProgress = ({ id }: { id: string }) => process.stderr.write(`\r\u001b[K${id}`)

/** Refuses to delete tasks. */
function confirmContent(tasks: number | string, url: string): void {
  if (tasks === 0) return
  const message =
    typeof tasks === 'string'
      ? `${tasks}. If ${url} is right, the checks delete all its tasks`
      : `The board has ${counted(tasks, 'task')}. The checks delete all tasks`
  throw new CommandFailed(`${message}: confirm with --yes`, EXIT_CODES.wrongUsage)
}

function formatCheck({ id, title, section }: Check): string {
  return `${id}  ${title} (${section})`
}

function readVariant(text: string): VariantName[] {
  const variant = VARIANT_NAMES.find((name) => name === text)
  if (variant !== undefined) return [variant]
  throw new InvalidArgumentError(`Allowed choices are ${VARIANT_NAMES.join(', ')}.`)
}

/** An option with the name and the password of an account. The environment variable keeps them out of process lists. */
function account(name: string, description: string, fallback: string): Option {
  return new Option(`--${name} <name:password>`, description)
    .env(`CHECK_${name.toUpperCase()}`)
    .argParser(readAccount)
    .default(readAccount(fallback), fallback)
}

function readAccount(text: string): Account {
  const [username, ...password] = text.split(':')
  if (!username || password.length === 0) throw new InvalidArgumentError('It must have the form name:password.')
  return { username, password: password.join(':') }
}
