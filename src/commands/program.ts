/** The commands, and what their flags and exit codes have in common. @module */

import { styleText } from 'node:util'
import { Command, CommanderError } from 'commander'
import { explain, StoreUnusable } from '../app/database.js'
import { ServerUnreachable } from '../app/service-client.js'
import { ConfigurationError } from '../app/setting.js'
import { CommandFailed, EXIT_CODES, REPORTED } from '../contract/command-failed.js'
import { StoreUnavailable } from '../contract/errors.js'
import { NAME, VERSION } from '../version.js'
import { check } from './check/command.js'
import { classCommand } from './class.js'
import { databaseCommand } from './database.js'
import { drill } from './drill/command.js'
import { grade } from './grade/command.js'
import { health } from './health.js'
import { judge } from './judge/command.js'
import { start } from './start.js'
import { suggest } from './suggest.js'

/** The errors that the operator can fix. */
const EXPECTED = [ConfigurationError, StoreUnusable, StoreUnavailable, ServerUnreachable, CommandFailed]

const EPILOGUE = `
Without a command, ${NAME} starts the service: '${NAME} --port 3001' is '${NAME} start --port 3001'.

Exit codes:
  ${EXIT_CODES.done}  The command did its work.
  ${EXIT_CODES.failed}  The command failed, for example because a setting is not valid or the database cannot be used.
  ${EXIT_CODES.wrongUsage}  The command line is not valid: an unknown command or flag, or a flag that is missing.
  ${EXIT_CODES.unreachable}  check, grade, drill, class, database: the server does not respond.
  ${EXIT_CODES.belowMinimum}  grade, drill: the score is below --min-score.
  ${EXIT_CODES.noScore}  grade: there is no score: the suite fails on a correct board, is flaky, or sends no requests to it.
     drill: the program sends no requests.
  ${EXIT_CODES.controlFailed}  grade: there is no score: the suite failed in a control run, on a correct board among those with a defect.
`

/**
 * Runs the command that a command line names. For an error that the operator can fix, it prints one line. For a
 * defect, it prints the stack.
 *
 * @param args the arguments of the command line
 * @returns the exit code
 */
export async function runProgram(args: readonly string[]): Promise<number> {
  try {
    await createProgram().parseAsync(withCommand(args), { from: 'user' })
    return EXIT_CODES.done
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) return EXIT_CODES.done
    if (error instanceof CommanderError) {
      console.error(`${NAME}: ${describeUsageError(error)}`)
      return EXIT_CODES.wrongUsage
    }
    const isExpected = EXPECTED.some((kind) => error instanceof kind)
    if (!isExpected) console.error(error)
    else if ((error as Error).message !== REPORTED) console.error(`${NAME}: ${inOneLine(error as Error)}`)
    if (error instanceof ServerUnreachable) return EXIT_CODES.unreachable
    return error instanceof CommandFailed ? error.exitCode : EXIT_CODES.failed
  }
}

/** Creates the command line: the commands with their options and help texts. */
export function createProgram(): Command {
  const program = new Command(NAME)
    .description('A task-board REST API to practise testing REST clients on.')
    .usage('[command] [flags]')
    .exitOverride()
    .helpCommand(false)
    .addHelpText('after', EPILOGUE)
    .configureOutput({ outputError: () => {} })
    .configureHelp({
      styleTitle: (title) => styleText('bold', title),
      styleCommandText: (text) => styleText('cyan', text),
      styleOptionTerm: (text) => styleText('cyan', text),
      styleSubcommandTerm: (text) => styleText('cyan', text),
    })
  // In the order of the help text.
  const creators = [start, health, check, grade, suggest, drill, judge, classCommand, databaseCommand]
  const commands = creators.map((create) => create().copyInheritedSettings(program))
  for (const command of commands) {
    program.addCommand(command)
    for (const subcommand of command.commands) subcommand.copyInheritedSettings(command)
  }
  for (const command of [program, ...commands]) {
    command.version(VERSION, '-v, --version', 'Show the version number')
    for (const each of [command, ...command.commands]) each.helpOption('-h, --help', 'Show this help')
  }
  return program
}

function withCommand(args: readonly string[]): readonly string[] {
  const [first = '-'] = args
  return first.startsWith('-') && !/^(-h|--help|-v|--version)$/.test(first) ? ['start', ...args] : args
}

/** Returns the message of a usage error in one line. The value of an unknown flag is left out: it can be a secret. */
function describeUsageError({ message }: CommanderError): string {
  return message
    .replace(/^error: /, '')
    .replace(/'(-[^'=]*)=.*'/s, "'$1'")
    .replaceAll('\n', ' ')
}

/** Returns the message of an error in one line. If the database is not available, it includes the cause. */
function inOneLine(error: Error): string {
  const message = error instanceof StoreUnavailable ? `${error.message}: ${explain(error)}` : error.message
  return message.replaceAll('\n', ' ')
}
