import { stripVTControlCharacters } from 'node:util'
import type { Difference } from '../../rules/expected-vs-actual/exchange.js'
import type { CommandRun } from './run-command.js'

/** What suites print if a file, a port, a lock or the time is the cause: error codes of POSIX, and words of runners. */
const OTHER_CAUSE =
  /\bE(ACCES|ADDRINUSE|AGAIN|BUSY|CONNREFUSED|CONNRESET|EXIST|ISDIR|MFILE|NOENT|NOSPC|NOTDIR|NOTEMPTY|PERM|PIPE|TIMEDOUT)\b|\b(FileNotFound|FileExists|Permission|NoSuchFile|FileAlreadyExists|Bind)(Error|Exception)\b|no such file or directory|address already in use|database is locked|timed out|timeout of \d|timeout exceeded/i

/** Lines that say nothing about a failure: quoted source code, such as `> 12 | expect(1)`, and tests that passed. */
const IGNORED = /^\s*(>?\s*\d*\s*\||ok \d|# Subtest|✔|✓|PASS)/

/**
 * Whether the output of a run that failed does not show that the changed response is the cause: it names a problem of the
 * machine, or nothing that the defect changed. A run that reached a time limit shows nothing.
 *
 * @param changes how the first changed response differs from the correct one; empty if this is not known
 */
export function hasOtherCause(
  { output, isTimedOut, signal }: Pick<CommandRun, 'output' | 'isTimedOut' | 'signal'>,
  changes: readonly Difference[],
): boolean {
  const lines = stripVTControlCharacters(output)
    .split('\n')
    .filter((line) => !IGNORED.test(line))
  if (isTimedOut || signal !== null || lines.some((line) => OTHER_CAUSE.test(line))) return true
  const changed = changes
    .filter(({ kind }) => kind !== 'stored')
    .flatMap(({ at, expected, actual }) =>
      wordsOf([at, expected, actual].map((value) => JSON.stringify(value)).join(' ')),
    )
  const shown = new Set(wordsOf(lines.join('\n')))
  return changed.length > 0 && !changed.some((word) => shown.has(word))
}

function wordsOf(text: string): string[] {
  return text.split(/[^\p{L}\p{N}]+/u).filter((word) => !['', 'body', 'headers'].includes(word))
}
