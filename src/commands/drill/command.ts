import { randomInt } from 'node:crypto'
import { type Command as Cli, Command, InvalidArgumentError, Option, type OptionValues } from 'commander'
import { EXIT_CODES } from '../../contract/command-failed.js'
import { DRILL_PROFILES } from '../../rules/client-habits/drill.js'
import { integerBetween, minScoreFlag, parseSeed, repeatable } from '../arguments.js'
import { interruptible } from '../interruptible.js'
import { addReportFlags, readReportFlags, writeReports } from '../report-flags.js'
import { addServerFlags, requireServer } from '../server-flags.js'
import { DRILL_VARIANTS } from './types.js'

/** The upper bound of random seeds. They are short, so that people can repeat them. */
const SEED_END = 1_000_000

const EPILOGUE = `
The program does a stated task on an empty board. Within a step, it can send requests at the same time:
  1. Create 20 tasks with the status TODO, each exactly once: 'Drill task 01' to 'Drill task 20'.
  2. Move 01 to 05 to IN_PROGRESS and 06 to 10 to DONE, with PUT.
  3. Read all pages of the list with two tasks each.
  4. Read the task 999999, which does not exist. The 404 is right.
It then exits with 0, or with another code if it could not do everything.

The environment of the program:
  TASKS_URL  The base URL of the variant, such as http://127.0.0.1:40123/api/buggy.
  API_URL    The same.
  BASE_URL   The base URL of the service, without /api.

Exit codes:
  ${EXIT_CODES.done}  The client was judged, and its score is at least --min-score.
  ${EXIT_CODES.failed}  The client could not be judged, for example because the command does not exist.
  ${EXIT_CODES.wrongUsage}  The command line is not valid.
  ${EXIT_CODES.unreachable}  The server does not respond.
  ${EXIT_CODES.belowMinimum}  The score is below --min-score.
  ${EXIT_CODES.noScore}  There is no score: the program sends no requests to the board.
  130, 143, 129, 131  The command was interrupted by SIGINT (Ctrl+C), SIGTERM, SIGHUP or SIGQUIT.

Examples:
  task-board-service drill -- node client.mjs
  task-board-service drill --profile network --seed 7 --min-score 90 -- python3 client.py
  task-board-service drill --url-variable SERVICE_URL --html drill.html -- ./client.sh
`

/** Judges a client: does it survive faults of network and protocol, and does it behave? */
export function drill(): Command {
  const command = new Command('drill')
    .summary('Judge a client: does it survive a bad network, and does it behave?')
    .description(
      'Runs the program of a client against a board with faults of network and protocol, and judges the result, and what the client did about each fault. Without --server, the command starts its own service.',
    )
    .usage('[flags] -- <command>')
    .argument('[command...]', 'The command of the program, with its arguments')
    .addOption(
      new Option('--variant <variant>', 'buggy, with faults, or v2, with access tokens that expire')
        .choices(DRILL_VARIANTS)
        .default('buggy'),
    )
    .addOption(new Option('--profile <name>', 'The faults of buggy').choices(DRILL_PROFILES).default('hostile'))
    .option('--seed <number>', 'Which request has which fault; random by default', parseSeed)
    .option('--url-variable <name>', 'One more variable for the URL in TASKS_URL; repeatable', repeatable(readName))
    .option('--time-limit <seconds>', 'The maximum duration of the program', integerBetween(1, 86_400), 120)
    .addOption(minScoreFlag())
    .option('--verbose', 'Show the output of the program')
    .addHelpText('after', EPILOGUE)
    .action((words: string[], options: OptionValues, self: Cli) => run(words, options, self))
  return addReportFlags(addServerFlags(command))
}

async function run(words: string[], options: OptionValues, self: Cli): Promise<void> {
  if (words.length === 0) self.error('missing the command of the program, such as: drill -- node client.mjs')
  const { variant, profile, timeLimit, minScore, seed = randomInt(SEED_END), urlVariable: urlVariables = [] } = options
  if (variant === 'v2' && self.getOptionValueSource('profile') === 'cli') self.error('--profile needs --variant buggy')
  requireServer(self)
  const server = options.server && { url: options.server, token: options.token }
  if (server !== undefined && variant === 'v2') self.error('--variant v2 needs a service of its own, not --server')
  const targets = await readReportFlags(self, options, 'client drill')
  const messages = { consequence: () => 'Stopping the program.', impatient: 'Stopped before the program had ended.' }
  await interruptible(messages, async (signal) => {
    // The other commands do not need the service.
    const { drill, toReport } = await import('./index.js')
    const onOutput = (output: string) => void (options.verbose && process.stderr.write(output))
    const result = await drill(
      { command: words, variant, profile, seed, timeLimit, urlVariables, server, onOutput },
      signal,
    )
    const report = toReport(result, minScore)
    await writeReports(report, targets)
    if (!report.isPassed) process.exitCode = EXIT_CODES[report.score === undefined ? 'noScore' : 'belowMinimum']
  })
}

function readName(text: string): string[] {
  if (/^[A-Za-z_]\w*$/.test(text)) return [text]
  throw new InvalidArgumentError('It must be the name of an environment variable.')
}
