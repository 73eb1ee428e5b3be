import { figure, MEGABYTE } from '../report/figure.js'
import { spreadOf } from '../report/statistics.js'
import { type Comparison, type Findings, ROUNDS, type Row, SIZES, TASKS } from './compare.js'

/** What was found, as a table in Markdown: each of the servers, and the ratio of the second to the first. */
export function tableOf({ findings, rounds }: Comparison): string {
  const lines = [
    ['', ...SIZES.map((size) => `${size.toLocaleString('en')} ${size === 1 ? 'board' : 'boards'}`), 'Ratio'],
    ['---', ...SIZES.map(() => '---:'), '---:'],
    ...(rounds[0] ?? []).flatMap((_, index) => linesOf(rounds.map((rows) => rows[index] as Row))),
    lineOf('memory after the start, MB', findings.map(inMegabytes('memoryAtRest'))),
    lineOf('memory under load, MB', findings.map(inMegabytes('memoryUnderLoad'))),
    lineOf('database, MB', findings.map(inMegabytes('database'))),
  ]
  const { making } = findings.at(-1) as Findings
  return [
    `Each board has ${TASKS} tasks. Medians of ${ROUNDS} rounds, in which both servers did each work in turn; ratios are medians of those of the rounds. Latencies at an even rate, the same for both: half of what the slower one reached.`,
    lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n'),
    `The first of the ${SIZES[1].toLocaleString('en')} boards took ${figure(making.first)} ms each to be made, the last ${figure(making.last)} ms.`,
  ].join('\n\n')
}

function inMegabytes(of: 'memoryAtRest' | 'memoryUnderLoad' | 'database') {
  return (found: Findings) => found[of] / MEGABYTE
}

function lineOf(title: string, [one = 0, many = 0]: number[]): string[] {
  return [title, figure(one), figure(many), (many / one).toFixed(2)]
}

/** The rate of a work and its latencies, over all rounds. */
function linesOf(rows: Row[]): string[][] {
  const { work = '' } = rows[0] ?? {}
  return [
    lineOfRounds(
      `${work}, 1/s`,
      rows.map(({ rates }) => rates),
    ),
    ...(['p50', 'p99'] as const).map((part) =>
      lineOfRounds(
        `${work}, ${part}, ms`,
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
