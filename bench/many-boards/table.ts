import { figure, MEGABYTE } from '../report/figure.js'
import { spreadOf } from '../report/statistics.js'
import { type Comparison, type Findings, ROUNDS, type Row, SIZES, TASKS } from './compare.js'

/** Renders the comparison as a Markdown table: both servers, and the ratio of the second to the first. */
export function tableOf({ findings, rounds }: Comparison): string {
  const lines = [
    ['', ...SIZES.map((size) => `${size.toLocaleString('en')} ${size === 1 ? 'board' : 'boards'}`), 'Ratio'],
    ['---', ...SIZES.map(() => '---:'), '---:'],
    ...(rounds[0] ?? []).flatMap((_, index) => linesOf(rounds.map((rows) => rows[index] as Row))),
    lineOf('memory after the start, MB', findings.map(inMegabytes('memoryAtRest'))),
    lineOf('memory under load, MB', findings.map(inMegabytes('memoryUnderLoad'))),
    lineOf('database, MB', findings.map(inMegabytes('database'))),
  ]
  const { creation } = findings.at(-1) as Findings
  const { first, last } = creation
  return [
    `Each board has ${TASKS} tasks. The figures are medians of ${ROUNDS} rounds, in which both servers ran each workload in turn. The ratios are medians of the ratios of the rounds. Latencies were measured at the same constant rate for both servers, half of the maximum rate of the slower one.`,
    lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n'),
    `Of the ${SIZES[1].toLocaleString('en')} boards, the first took ${figure(first)} ms each to create, and the last took ${figure(last)} ms.`,
  ].join('\n\n')
}

function inMegabytes(of: 'memoryAtRest' | 'memoryUnderLoad' | 'database') {
  return (findings: Findings) => findings[of] / MEGABYTE
}

function lineOf(title: string, [one = 0, many = 0]: number[]): string[] {
  return [title, figure(one), figure(many), (many / one).toFixed(2)]
}

/** The rate and the latencies of a workload over all rounds. */
function linesOf(rows: Row[]): string[][] {
  const { workload = '' } = rows[0] ?? {}
  return [
    lineOfRounds(
      `${workload}, 1/s`,
      rows.map(({ rates }) => rates),
    ),
    ...(['p50', 'p99'] as const).map((part) =>
      lineOfRounds(
        `${workload}, ${part}, ms`,
        rows.map(({ latencies }) => latencies.map((latency) => latency?.[part] ?? Number.NaN)),
      ),
    ),
  ]
}

function lineOfRounds(title: string, rounds: number[][]): string[] {
  const medians = SIZES.map((_, index) => spreadOf(rounds.map((values) => values[index] as number)).median)
  const ratios = rounds.map(([one = 0, many = 0]) => many / one)
  return [title, ...medians.map(figure), spreadOf(ratios).median.toFixed(2)]
}
