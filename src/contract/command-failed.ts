/** The exit codes of all commands. */
export const EXIT_CODES = {
  done: 0,
  failed: 1,
  wrongUsage: 2,
  unreachable: 3,
  belowMinimum: 4,
  noScore: 5,
  controlFailed: 6,
} as const

/** The message of a failure that the output of the command describes already. */
export const REPORTED = ''

/** A command failed for a reason that the operator can fix. The message states it in one line. */
export class CommandFailed extends Error {
  constructor(
    message: string,
    readonly exitCode: number = EXIT_CODES.failed,
  ) {
    super(message)
  }
}
