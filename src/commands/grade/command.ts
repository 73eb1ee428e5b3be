import { mkdir, stat } from 'node:fs/promises'
import { type Command as Cli, Command, InvalidArgumentError, Option, type OptionValues } from 'commander'
import { CommandFailed, EXIT_CODES } from '../../contract/command-failed.js'
import { GRADED_VARIANTS } from '../../contract/names.js'
import { integerBetween, minScoreFlag, repeatable } from '../arguments.js'
import { interruptible } from '../interruptible.js'
import { addReportFlags, readReportFlags, writeReports } from '../report-flags.js'
import { addServerFlags, parseUrl, requireServer } from '../server-flags.js'
import { addSuggestFlags, requireSuggestable } from '../suggest-flags.js'
import { parseTemplate } from './environment.js'
import { requireGradableBoard, submitGrade } from './submit-grade.js'
import { ADAPTER_NAMES } from './tools/finding.js'

const EPILOGUE = `
The environment of the suite:
  BASE_URL  The base URL of the board, without a slash at the end and without /api/v1.
  API_URL   The base URL of the variant, such as http://127.0.0.1:40123/api/v1.
  Without --server, ADMIN_USERNAME, ADMIN_PASSWORD, USER_USERNAME and USER_PASSWORD have the accounts of v2.
In the templates of --env and in the command, {baseUrl}, {apiUrl}, {host}, {port} and {job} (the number of
the job, from 0) are replaced. With --tool, {report} (the file for its report) and {seed} are replaced, too, and
REPORT_FILE and SEED have the same values.

Exit codes:
  ${EXIT_CODES.done}  The suite was graded, and its score is at least --min-score.
  ${EXIT_CODES.failed}  The suite could not be graded, for example because the command or a defect does not exist.
  ${EXIT_CODES.wrongUsage}  The command line is not valid.
  ${EXIT_CODES.unreachable}  The server does not respond.
  ${EXIT_CODES.belowMinimum}  The score is below --min-score.
  ${EXIT_CODES.noScore}  There is no score: the suite fails on a correct board, is flaky, sends no requests to the board, or hits a rate limit.
  ${EXIT_CODES.controlFailed}  There is no score: the suite failed in a control run, on a correct board among those with a defect.
  130, 143, 129, 131  The command was interrupted by SIGINT (Ctrl+C), SIGTERM, SIGHUP or SIGQUIT.

Examples:
  task-board-service grade -- npx playwright test
  task-board-service grade --variant v2 --defects auth,easy --min-score 80 -- npm test
  task-board-service grade --env 'POSTMAN_URL={apiUrl}' --html report.html -- ./run-suite.sh
  task-board-service grade --suggest suggested -- python3 -m pytest -x
  task-board-service grade -- npx newman run suite.json --env-var 'baseUrl={apiUrl}'
  task-board-service grade --tool junit -- st run '{apiUrl}/openapi.json' --seed '{seed}' --report-junit-path '{report}'
`

/** Grades a test suite: how many defects of the service does it find? */
export function grade(): Command {
  const command = new Command('grade')
    .summary('Grade a test suite: how many defects does it find?')
    .description(
      'Runs the command of a test suite on a correct board, and then once for each defect on a board that has it, in a random order with control runs on correct boards. A run that fails and has reached the defect has found it. Without --server, the command starts its own service.',
    )
    .usage('[flags] -- <command>')
    .argument('[command...]', 'The command of the test suite, with its arguments')
    .addOption(
      new Option('--variant <variant>', 'The variant that the suite tests').choices(GRADED_VARIANTS).default('v1'),
    )
    .option('--defects <names>', 'Names of defects and sets, separated by commas; repeatable', repeatable(splitNames))
    .addOption(
      new Option(
        '--tool <adapter>',
        'Grade a tool that reports findings, also on boards without defects: how to read its report',
      ).choices(ADAPTER_NAMES),
    )
    .option('--seeds <number>', 'The number of seeds of --tool', integerBetween(1, 100), 3)
    .option('--jobs <number>', 'The number of runs at the same time', integerBetween(1, 64), 2)
    .option('--time-limit <seconds>', 'The maximum duration of a run', integerBetween(1, 86_400), 600)
    .addOption(minScoreFlag())
    .option(
      '--env <variable>',
      'A variable for the environment of the suite: NAME=template, or NAME for the base URL; repeatable',
      collectTemplates,
    )
    .addOption(
      new Option('--fixture <name>', 'The initial content of boards; by default they are empty').choices(['demo']),
    )
    .addOption(
      new Option('--address <kind>', 'How the suite reaches boards of --server')
        .choices(['path', 'host'])
        .default('path'),
    )
    .option(
      '--since <report>',
      'An earlier JSON report of the suite: grade only what it has not found, and take over the rest; the score is provisional',
    )
    .option('--submit <url>', 'Submit the score to the board in your class that has this base URL', parseUrl)
    .option('--verbose', 'Show the output of the suite')
    .option('--output <folder>', 'Write the output and the requests of every run to a file in this folder')
    .addHelpText('after', EPILOGUE)
    .action((words: string[], options: OptionValues, self: Cli) => run(words, options, self))
  return addReportFlags(addServerFlags(addSuggestFlags(command)))
}

async function run(words: string[], options: OptionValues, self: Cli): Promise<void> {
  if (words.length === 0) self.error(`missing the command of the test suite, such as: grade -- npm test`)
  requireServer(self)
  if (options.server === undefined && options.address === 'host') self.error('--address needs --server')
  if (options.tool === undefined && self.getOptionValueSource('seeds') === 'cli') self.error('--seeds needs --tool')
  if (options.tool !== undefined && options.submit !== undefined) self.error('--submit is for suites, not for --tool')
  if (options.since !== undefined && options.tool !== undefined) self.error('--since is for suites, not for --tool')
  if (options.since !== undefined && options.submit !== undefined) self.error('--submit needs a score without --since')
  requireSuggestable(self)
  const targets = await readReportFlags(self, options, 'defects found')
  for (const folder of [options.output, options.suggest]) if (folder !== undefined) await createFolder(folder)
  let consequence = 'Stopping the runs and deleting the boards.'
  const messages = { consequence: () => consequence, impatient: 'Stopped before all boards were deleted.' }
  await interruptible(messages, async (signal) => {
    if (options.submit !== undefined) await requireGradableBoard(options.submit, signal)
    // The other commands do not need the service.
    const { createReport } = await import('./index.js')
    const { result, report, writeTests } = await createReport(words, options, signal)
    try {
      await writeReports(report, targets)
    } finally {
      await writeTests?.()
      consequence = 'It is not known whether the board has the score.'
      if (options.submit !== undefined) await submitGrade(options.submit, result, { signal })
    }
    if (report.isPassed) return
    const noScore = result.problem === 'control-failed' ? 'controlFailed' : 'noScore'
    process.exitCode = EXIT_CODES[report.score === undefined ? noScore : 'belowMinimum']
  })
}

function collectTemplates(value: string, previous: Record<string, string> = {}): Record<string, string> {
  const parsed = parseTemplate(value)
  if (parsed === undefined) {
    throw new InvalidArgumentError(
      'It must be NAME or NAME=template; placeholders are {baseUrl}, {apiUrl}, {host}, {port}, {job}, {report} and {seed}.',
    )
  }
  const [name, template] = parsed
  return { ...previous, [name]: template }
}

const splitNames = (text: string) => text.split(',').map((name) => name.trim())

/** Creates a folder in an existing one. It may exist. */
async function createFolder(path: string): Promise<void> {
  try {
    // Not recursive: that never ends in some file systems, such as /proc.
    await mkdir(path)
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    const isFolder = code === 'EEXIST' && (await stat(path)).isDirectory()
    if (!isFolder) throw new CommandFailed(`Cannot create the folder '${path}': ${message}`)
  }
}
