import { counted } from '../../src/contract/numbers.js'
import { figure, MEGABYTE } from '../report/figure.js'
import { type Goal, judge } from '../report/goal.js'
import { spreadOf } from '../report/statistics.js'
import { type Comparison, type Findings, type Row, SIZES, TASKS } from './comparison.js'

/** The goals for the ratios of workloads on all boards. */
const RATE_GOAL = { atLeast: 0.85 } as const
const P99_GOAL = { atMost: 2 } as const

/** Renders the comparison as a Markdown table: both servers, and the ratio of the second to the first. */
export function tableOf({ findings, rounds }: Comparison): string {
  const lines = [
    ['', ...SIZES.map((size) => counted(size, 'board')), 'Ratio', 'Goal'],
    ['---', ...SIZES.map(() => '---:'), '---:', '---'],
    ...(rounds[0] ?? []).flatMap((_, index) => linesOf(rounds.map((rows) => rows[index] as Row))),
    lineOf('memory after the start, MB', findings.map(inMegabytes('memoryAtRest'))),
    lineOf('memory under load, MB', findings.map(inMegabytes('memoryUnderLoad'))),
    lineOf('database, MB', findings.map(inMegabytes('database'))),
  ]
  const { creation } = findings.at(-1) as Findings
  const { first, last } = creation
  return [
    `Each board has ${TASKS} tasks. The figures are medians of ${rounds.length} rounds, in which both servers ran each workload in turn. The ratios are medians of the ratios of the rounds. Latencies were measured at the same constant rate for both servers, half of the maximum rate of the slower one.`,
    lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n'),
    `Of the ${SIZES[1].toLocaleString('en')} boards, the first took ${figure(first)} ms each to create, and the last took ${figure(last)} ms.`,
  ].join('\n\n')
}

function inMegabytes(of: 'memoryAtRest' | 'memoryUnderLoad' | 'database') {
  return (findings: Findings) => findings[of] / MEGABYTE
}

function lineOf(title: string, [one = 0, many = 0]: number[]): string[] {
  return [title, figure(one), figure(many), (many / one).toFixed(2), '']
}

/** The rate, the processor time and the latencies of a workload over all rounds. */
function linesOf(rows: Row[]): string[][] {
  const { workload = '', hasGoal = false } = rows[0] ?? {}
  const lines = [
    lineOfRounds(
      `${workload}, 1/s`,
      rows.map(({ rates }) => rates),
      hasGoal ? RATE_GOAL : undefined,
    ),
    lineOfRounds(
      `${workload}, processor time per request, µs`,
      rows.map(({ cpus }) => cpus.map((milliseconds) => milliseconds * 1000)),
    ),
    ...(['p50', 'p99'] as const).map((part) =>
      lineOfRounds(
        `${workload}, ${part}, ms`,
        rows.map(({ latencies }) => latencies.flatMap((latency) => latency?.[part] ?? [])),
        hasGoal && part === 'p99' ? P99_GOAL : undefined,
      ),
    ),
  ]
  return lines.filter((line) => line.length > 0)
}

/** The medians over the rounds that measured both servers. Without such rounds there is no line. */
function lineOfRounds(title: string, all: number[][], goal?: Pick<Goal, 'atLeast' | 'atMost'>): string[] {
  const rounds = all.filter((values) => values.length === SIZES.length)
  if (rounds.length === 0) return []
  const medians = SIZES.map((_, index) => spreadOf(rounds.map((values) => values[index] as number)).median)
  const ratios = rounds.map(([one = 0, many = 0]) => many / one)
  const limit = goal?.atLeast === undefined ? `≤ ${goal?.atMost}` : `≥ ${goal.atLeast}`
  const verdict = goal === undefined ? '' : `${limit}: ${judge(goal, ratios)}`
  return [title, ...medians.map(figure), spreadOf(ratios).median.toFixed(2), verdict]
}
