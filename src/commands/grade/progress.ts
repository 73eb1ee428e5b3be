import { join } from 'node:path'
import { CommandFailed } from '../../contract/command-failed.js'
import { counted } from '../../contract/numbers.js'
import { writeWholeFile } from '../report/write-whole-file.js'
import { CONTROL_RUN } from './control-runs.js'
import type { Outcome, SuiteRun } from './types.js'

type LoggedRun = SuiteRun & { requestLog?: string }

export interface ProgressOptions {
  /** By default, standard error. */
  stream?: Pick<NodeJS.WriteStream, 'write' | 'isTTY' | 'columns'>
  /** Whether to show the output of every run. */
  isVerbose: boolean
  /** The folder for the output of every run. It must exist. */
  outputFolder: string | undefined
}

/**
 * Shows how far a grade is, and the output of its runs: one line for each run. On a terminal, one more line shows the
 * current state.
 */
export function createProgress({ stream = process.stderr, isVerbose, outputFolder }: ProgressOptions) {
  const running: string[] = []
  let defects = 0
  const outcomes = new Map<string, Outcome>()
  /** The number of runs by name, and why the latest one was inconclusive. */
  const runs = new Map<string, { number: number; why: string | undefined }>()
  const count = (outcome: Outcome) => [...outcomes.values()].filter((each) => each === outcome).length

  function clear(): void {
    if (stream.isTTY) stream.write('\r\u001b[K')
  }

  function showState(): void {
    if (!stream.isTTY) return
    const state = `${outcomes.size}/${defects}  found ${count('found')}, missed ${count('missed')}  running: ${running.join(', ')}`
    stream.write(`\r\u001b[K${state.slice(0, (stream.columns || 80) - 1)}`)
  }

  return {
    /** Removes the line that shows the current state. */
    clear,
    start(total: number): void {
      defects = total
    },
    begin(name: string): void {
      running.push(name)
      showState()
    },
    /**
     * @param outcome `undefined` for a correct board
     * @throws CommandFailed if the output of a run before the first defect cannot be written. Later, this is shown, and the
     *   grade goes on: it has taken time, and its score does not need the file.
     */
    async end(name: string, outcome: Outcome | undefined, run: LoggedRun, output: string): Promise<void> {
      running.splice(running.indexOf(name), 1)
      if (outcome !== undefined) outcomes.set(name, outcome)
      const earlier = runs.get(name)
      const number = (earlier?.number ?? 0) + 1
      const why = whyInconclusive(outcome, run)
      runs.set(name, { number, why })
      clear()
      const label = outcome ?? (run.isPassed ? 'passed' : 'failed')
      const position = `${outcomes.size}/${defects}`.padStart(String(defects).length * 2 + 1)
      const because = earlier?.why === undefined ? '' : `, because the first run ${earlier.why}`
      const again = outcome !== undefined && number > 1 ? `; once more, alone${because}` : ''
      const reason = why === undefined ? '' : `: it ${why}`
      stream.write(`${position}  ${label.padEnd(6)}  ${name} (${describeRun(run)}${again})${reason}\n`)
      if (isVerbose && output !== '') stream.write(output.endsWith('\n') ? output : `${output}\n`)
      showState()
      if (outputFolder === undefined) return
      const file = outcome === undefined || number > 1 ? `${name}-${number}` : name
      const path = join(outputFolder, `${file}.log`)
      await writeWholeFile(path, run.requestLog ? `${output}\n\n${run.requestLog}` : output).catch((error) => {
        const problem = `Cannot write ${path}: ${error.message}`
        if (outcome === undefined && !name.startsWith(CONTROL_RUN.name)) throw new CommandFailed(problem)
        clear()
        stream.write(`${problem}\n`)
        showState()
      })
    },
  }
}

export type Progress = ReturnType<typeof createProgress>

/** Says why a run does not show whether the suite finds the defect, such as `hit a rate limit (429)`. */
export function whyInconclusive(outcome: Outcome | undefined, { isLimited, requests }: SuiteRun): string | undefined {
  if (outcome === 'unrelated') return 'failed, although the defect had changed nothing'
  if (outcome !== 'error') return undefined
  if (isLimited) return 'hit a rate limit (429)'
  return requests === 0 ? 'failed without a request to the board' : 'wrote no report that can be read'
}

/** Describes how a run ended, such as `1.4 s, exit code 1, 12 requests`. */
export function describeRun(run: Omit<SuiteRun, 'isPassed' | 'isLimited'>): string {
  const { exitCode, signal, isTimedOut, seconds, requests } = run
  const end = isTimedOut ? 'stopped at the time limit' : signal === null ? `exit code ${exitCode}` : signal
  return `${seconds.toFixed(1)} s, ${end}, ${counted(requests, 'request')}`
}
