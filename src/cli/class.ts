import { readFile, writeFile } from 'node:fs/promises'
import { Command, InvalidArgumentError, Option } from 'commander'
import { isBoardId } from '../board-id.js'
import type { Class, ClassPage } from '../control/schemas/class.js'
import { FEEDBACKS } from '../store/exercise.js'
import { type ClassServer, callServer } from './class-client.js'
import { formatClass, formatClasses, formatNewClass } from './class-tables.js'
import { CommandFailed, EXIT_CODES } from './command-failed.js'
import { printText } from './report-flags.js'

const EPILOGUE = `
Examples:
  task-board-service class create --name 'Testing APIs' --names names.txt --fixture demo --minutes 45
  export TRAINER_SECRET=…
  task-board-service class show <id>
  task-board-service class export <id> --output scores.csv
`

interface Common extends ClassServer {
  json?: boolean
}

interface ContentOptions {
  fixture?: string
  snapshot?: string
}

interface CreateOptions extends Common, ContentOptions {
  name: string
  count?: number
  names?: string
  title?: string
  minutes?: number
  feedback?: string
  profile?: string
  seed?: number
  settings?: string
}

/** Manages the classes of a running service. */
export function classCommand(): Command {
  const command = new Command('class')
    .summary('Create and manage classes of a running service')
    .description('Creates and manages classes: boards for learners, with a joining code and scores.')
    .addHelpText('after', EPILOGUE)
    .action(() => command.error('missing the command of class, such as: class create'))
  const add = (name: string, description: string) => {
    const created = command.command(name).description(description)
    return created
      .addOption(
        new Option('--server <url>', 'The URL of the service')
          .env('TASK_BOARD_SERVER')
          .argParser(parseServer)
          .default('http://127.0.0.1:3000'),
      )
      .option('--json', 'Print JSON for scripts')
  }
  const addTrainer = (name: string, description: string) =>
    add(name, description)
      .argument('<id>', 'The id of the class', parseId)
      .addOption(
        new Option('--token <secret>', 'The secret of the trainer, or the token of the administrator').env(
          'TRAINER_SECRET',
        ),
      )
  const addAdmin = (name: string, description: string) =>
    add(name, description).addOption(
      new Option('--token <token>', 'The token of the administrator, where only the administrator may do this').env(
        'ADMIN_TOKEN',
      ),
    )

  addContent(addAdmin('create', 'Create a class'))
    .requiredOption('--name <text>', 'The name of the class')
    .option('--count <number>', 'The number of boards', parseNumber)
    .option('--names <file>', 'A file with the name of a learner in each line')
    .option('--title <text>', 'The title of an exercise that starts now')
    .option('--minutes <number>', 'The duration of the exercise', parseNumber)
    .addOption(new Option('--feedback <time>', 'When learners see verdicts').choices(FEEDBACKS))
    .option('--profile <name>', 'The profile of the faults, such as stormy')
    .option('--seed <number>', 'The seed of the fault plans, which are the same on all boards then', parseNumber)
    .option('--settings <file>', 'A JSON file with exercise, faults and defects, as in POST /classes')
    .action((options: CreateOptions) => create(options))
  addAdmin('list', 'List the classes').action(async (options: Common) => {
    const token = options.token ?? process.env.TRAINER_SECRET
    const text = await callServer({ ...options, ...(token !== undefined && { token }) }, 'GET', '/classes?size=100')
    await print<ClassPage>(options, text, formatClasses)
  })
  addTrainer('show', 'Show a class with its boards and scores').action(async (id: string, options: Common) => {
    await print(options, await callServer(options, 'GET', pathOf(id)), formatClass)
  })
  addContent(addTrainer('reset', 'Reset all boards of a class')).action(
    async (id: string, options: Common & ContentOptions) => {
      await callServer(options, 'POST', pathOf(id, '/reset'), await readContent(options))
      await confirm(options, 'All boards are reset.')
    },
  )
  addTrainer('freeze', 'Freeze a class: its boards can be read, but not changed')
    .option('--off', 'End the freeze')
    .action(async (id: string, options: Common & { off?: boolean }) => {
      await print(options, await callServer(options, 'PATCH', pathOf(id), { frozen: !options.off }), formatClass)
    })
  addTrainer('extend', 'Change the expiry of a class')
    .requiredOption('--until <time>', 'When the class expires, such as 2026-12-24T18:00:00Z or 2026-12-24', parseTime)
    .action(async (id: string, options: Common & { until: string }) => {
      await print(options, await callServer(options, 'PATCH', pathOf(id), { expiresAt: options.until }), formatClass)
    })
  addTrainer('export', 'Export the scores of a class as CSV, or with --json as JSON')
    .option('--output <file>', 'Write to a file')
    .action(async (id: string, options: Common & { output?: string }) => {
      const text = await callServer(options, 'GET', options.json ? pathOf(id) : pathOf(id, '/scores.csv'))
      if (options.output === undefined) return printText(text)
      await writeFile(options.output, text).catch((error) => {
        throw new CommandFailed(`Cannot write ${options.output}: ${error.message}`)
      })
    })
  addTrainer('delete', 'Delete a class with all its boards').action(async (id: string, options: Common) => {
    await callServer(options, 'DELETE', pathOf(id))
    await confirm(options, 'The class is deleted.')
  })
  return command
}

async function create({
  name,
  count,
  names,
  title,
  minutes,
  feedback,
  profile,
  seed,
  settings,
  ...options
}: CreateOptions) {
  if (count === undefined && names === undefined) {
    throw new CommandFailed('The number of boards is missing: pass --count or --names', EXIT_CODES.wrongUsage)
  }
  const given = settings === undefined ? {} : await readJson(settings)
  const hasExercise = [title, minutes, feedback].some((value) => value !== undefined)
  const body = {
    ...given,
    name,
    ...(count !== undefined && { count }),
    ...(names !== undefined && { names: await readNames(names) }),
    ...(await readContent(options)),
    ...((profile !== undefined || seed !== undefined) && {
      faults: { ...(given.faults as object | undefined), ...(profile && { profile }), ...(seed && { seed }) },
    }),
    ...(hasExercise && {
      exercise: {
        ...(given.exercise as object | undefined),
        ...(title !== undefined && { title }),
        ...(feedback !== undefined && { feedback }),
        ...(minutes !== undefined && { endsAt: new Date(Date.now() + minutes * 60_000).toISOString() }),
      },
    }),
  }
  await print(options, await callServer(options, 'POST', '/classes', body), formatNewClass)
}

/** Adds the flags of the initial content of boards. */
function addContent(command: Command): Command {
  return command
    .addOption(new Option('--fixture <name>', 'The content of the boards').choices(['demo']).conflicts('snapshot'))
    .option('--snapshot <file>', 'A snapshot with the content of the boards')
}

async function readContent({ fixture, snapshot }: ContentOptions): Promise<object> {
  return {
    ...(fixture !== undefined && { fixture }),
    ...(snapshot !== undefined && { snapshot: await readJson(snapshot) }),
  }
}

async function readJson(file: string): Promise<Record<string, unknown>> {
  const text = await readText(file)
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    throw new CommandFailed(`${file} is not JSON: ${(error as Error).message}`)
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new CommandFailed(`${file} does not contain a JSON object`)
  }
  return value as Record<string, unknown>
}

async function readNames(file: string): Promise<string[]> {
  const text = await readText(file)
  return text
    .replace(/^\ufeff/, '')
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
}

async function readText(file: string): Promise<string> {
  return readFile(file, 'utf8').catch((error) => {
    throw new CommandFailed(`Cannot read ${file}: ${error.message}`)
  })
}

/** Prints a response: as it is, or formatted for people. */
async function print<Body = Class>({ json }: Pick<Common, 'json'>, text: string, format: (body: Body) => string) {
  await printText(json ? `${text}\n` : format(JSON.parse(text)))
}

async function confirm({ json }: Pick<Common, 'json'>, text: string): Promise<void> {
  if (!json) await printText(`${text}\n`)
}

function pathOf(id: string, path = ''): string {
  return `/classes/${id}${path}`
}

function parseId(text: string): string {
  if (!isBoardId(text)) throw new InvalidArgumentError('It must be the id of a class.')
  return text
}

function parseServer(text: string): string {
  if (!/^https?:\/\//.test(text) || !URL.canParse(text)) {
    throw new InvalidArgumentError('It must be a URL such as http://127.0.0.1:3000.')
  }
  return text.replace(/\/+$/, '')
}

function parseNumber(text: string): number {
  const number = Number(text)
  if (!/^\d+$/.test(text) || number === 0) throw new InvalidArgumentError('It must be a positive integer.')
  return number
}

function parseTime(text: string): string {
  const time = new Date(text)
  if (Number.isNaN(time.getTime())) throw new InvalidArgumentError('It must be a date or a time.')
  return time.toISOString()
}
