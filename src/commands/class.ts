import { type Command, InvalidArgumentError, Option, type OptionValues } from 'commander'
import { TRAINER_SECRET } from '../app/settings.js'
import type { Class, ClassPage } from '../classroom/classes/schemas.js'
import { isBoardId } from '../contract/board-id.js'
import { CommandFailed, EXIT_CODES } from '../contract/command-failed.js'
import { FEEDBACKS } from '../contract/schemas/enumerations.js'
import { HINT_SETTINGS } from '../rules/claims/credit.js'
import { createGroup, integerBetween, parseSeed } from './arguments.js'
import { type ClassServer, callServer, readServerTime } from './class-client.js'
import { formatClass, formatClasses, formatNewClass } from './class-tables.js'
import { MINUTE, readContent, readNewClass } from './new-class.js'
import { writeWholeFile } from './report/write-whole-file.js'
import { printText } from './report-flags.js'
import { INVALID_TOKEN, isToken, parseServer, parseToken } from './server-flags.js'

const EPILOGUE = `
Examples:
  task-board-service class create --name 'Testing APIs' --names names.txt --fixture demo --minutes 45
  export TRAINER_SECRET=…
  task-board-service class show <id>
  task-board-service class export <id> --output scores.csv
`

/** The longest exercise, in minutes: a year. */
const MINUTES_MAX = 365 * 24 * 60

/** Manages the classes of a running service. */
export function classCommand(): Command {
  const command = createGroup(
    'class',
    'Create and manage classes of a running service',
    'Creates and manages classes: boards for learners, with a joining code and scores.',
  ).addHelpText('after', EPILOGUE)
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
  const addToken = (created: Command, description: string, variables: readonly string[]) =>
    created
      .option('--token <token>', `${description} (env: ${variables.join(', ')})`, parseToken)
      .hook('preAction', () => {
        const [name, token] =
          variables.map((name) => [name, process.env[name]] as const).find(([, value]) => value) ?? []
        if (token === undefined || created.getOptionValue('token') !== undefined) return
        if (!isToken(token)) created.error(`${name} is invalid. ${INVALID_TOKEN}`)
        created.setOptionValueWithSource('token', token, 'env')
      })
  const addTrainer = (name: string, description: string) =>
    addToken(
      add(name, description).argument('<id>', 'The id of the class', parseId),
      'The trainer secret or the administrator token',
      [TRAINER_SECRET, 'ADMIN_TOKEN'],
    )

  const creation = addToken(
    add('create', 'Create a class. It needs --names or --count.'),
    'The administrator token, if only the administrator may create classes',
    ['ADMIN_TOKEN'],
  )
  addContent(creation)
    .requiredOption('--name <text>', 'The name of the class (required)')
    .option('--count <number>', 'The number of boards', integerBetween(1))
    .option('--names <file>', 'A file with one learner name per line')
    .option('--title <text>', 'The title of an exercise that starts now')
    .option('--minutes <number>', 'The duration of the exercise', integerBetween(1, MINUTES_MAX))
    .addOption(new Option('--feedback <time>', 'When learners see verdicts').choices(FEEDBACKS))
    .addOption(
      new Option('--hints <setting>', 'Whether learners can take hints, and whether hints lower the score').choices(
        HINT_SETTINGS,
      ),
    )
    .option('--profile <name>', 'The profile of the faults, such as stormy')
    .option('--seed <number>', 'The seed of the fault plan. All boards get the same plan.', parseSeed)
    .option('--settings <file>', 'A JSON file with exercise, faults and defects, as in POST /classes')
    .action(async (options) => {
      const text = await callServer(
        options,
        'POST',
        '/classes',
        await readNewClass(options, () => readServerTime(options)),
      )
      await print(options, text, formatNewClass).catch((error) => {
        // The class exists, and the server shows its secret only once.
        process.stderr.write(options.json ? `${text}\n` : formatNewClass(JSON.parse(text)))
        throw error
      })
    })
  addToken(
    add('list', 'List all classes with the administrator token, or one with its trainer secret'),
    'The administrator token or the trainer secret',
    ['ADMIN_TOKEN', TRAINER_SECRET],
  ).action(async (options) => {
    await print<ClassPage>(options, await callServer(options, 'GET', '/classes?size=100'), formatClasses)
  })
  addTrainer('show', 'Show a class with its boards and scores').action((id: string, options) => show(options, id))
  addContent(
    addTrainer(
      'reset',
      'Delete the tasks, the claims and the scores of a class. By default, the boards are then empty.',
    ),
  ).action(async (id: string, options) => {
    const content = await readContent(options)
    await callServer(options, 'POST', pathOf(id, '/reset'), content)
    await confirm(options, `All boards are reset${Object.keys(content).length === 0 ? ' and empty' : ''}.`)
  })
  addTrainer('freeze', 'Freeze a class: its boards can be read, but not changed')
    .option('--off', 'End the freeze')
    .action((id: string, options) => show(options, id, { frozen: !options.off }))
  addTrainer('close', 'Close joining: no other learners can join')
    .option('--off', 'Open joining again')
    .action((id: string, options) => show(options, id, { joinable: !!options.off }))
  addTrainer('extend', 'Move the end of the exercise of a class, or change the date on which the class expires')
    .option('--minutes <number>', 'The number of minutes to add to the exercise', integerBetween(1, MINUTES_MAX))
    .option(
      '--until <time>',
      'When the class expires, such as 2026-12-24T18:00:00Z, or 2026-12-24 for the end of that day (UTC)',
      parseTime,
    )
    .action(async (id: string, options) => {
      const { minutes, until } = options
      if (minutes === undefined && until === undefined) {
        throw new CommandFailed('Nothing to extend: pass --minutes or --until', EXIT_CODES.wrongUsage)
      }
      if (until !== undefined) await callServer(options, 'PATCH', pathOf(id), { expiresAt: until })
      // Last, because it must not be repeated after another step has failed: it would extend the exercise again.
      if (minutes !== undefined) await extendExercise(options, id, minutes)
      await show(options, id)
    })
  addTrainer('export', 'Export the scores of a class as CSV, or with --json as JSON')
    .option('--output <file>', 'Write to a file')
    .action(async (id: string, options) => {
      const text = await callServer(options, 'GET', options.json ? pathOf(id) : pathOf(id, '/scores.csv'))
      if (options.output === undefined) return printText(text)
      await writeWholeFile(options.output, text).catch((error) => {
        throw new CommandFailed(`Cannot write ${options.output}: ${error.message}`)
      })
    })
  addTrainer('delete', 'Delete a class with all its boards').action(async (id: string, options) => {
    await callServer(options, 'DELETE', pathOf(id))
    await confirm(options, 'The class is deleted.')
  })
  return command
}

function addContent(command: Command): Command {
  return command
    .addOption(new Option('--fixture <name>', 'The content of the boards').choices(['demo']).conflicts('snapshot'))
    .option('--snapshot <file>', 'A snapshot with the content of the boards')
}

/**
 * Moves the end of the exercise of a class.
 *
 * @throws CommandFailed if there is no exercise with an end
 */
async function extendExercise(server: ClassServer, id: string, minutes: number): Promise<void> {
  const { exercise }: Class = JSON.parse(await callServer(server, 'GET', pathOf(id)))
  if (exercise?.endsAt == null) throw new CommandFailed('The class has no exercise with an end')
  const endsAt = new Date(Date.parse(exercise.endsAt) + minutes * MINUTE).toISOString()
  await callServer(server, 'PUT', pathOf(id, '/exercise'), { ...exercise, endsAt })
}

/** Prints a class, after a change if there is one. */
async function show(options: OptionValues & ClassServer, id: string, change?: object): Promise<void> {
  await print(options, await callServer(options, change ? 'PATCH' : 'GET', pathOf(id), change), formatClass)
}

/** Prints a response: as it is, or formatted for people. */
async function print<Body = Class>({ json }: OptionValues, text: string, format: (body: Body) => string) {
  await printText(json ? `${text}\n` : format(JSON.parse(text)))
}

async function confirm({ json }: OptionValues, text: string): Promise<void> {
  if (!json) await printText(`${text}\n`)
}

function pathOf(id: string, path = ''): string {
  return `/classes/${id}${path}`
}

function parseId(text: string): string {
  if (!isBoardId(text)) throw new InvalidArgumentError('It must be the id of a class.')
  return text
}

/** Reads a time. A date means the end of that day. */
function parseTime(text: string): string {
  const [, day = '', time = 'T23:59:59Z'] = /^(\d{4}-\d{2}-\d{2})(T.+)?$/.exec(text) ?? []
  const [midnight, moment] = [new Date(`${day}T00:00:00Z`), new Date(day + time)]
  // Date.parse() accepts February 30.
  const isDay = !Number.isNaN(midnight.getTime()) && midnight.toISOString().startsWith(day)
  if (!isDay || Number.isNaN(moment.getTime())) throw new InvalidArgumentError('It must be a date or a time.')
  return moment.toISOString()
}
