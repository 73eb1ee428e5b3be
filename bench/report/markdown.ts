import { figure } from './figure.js'
import { spreadOf } from './statistics.js'

export function table(head: string[], rows: string[][]): string {
  const line = (cells: string[]) => `| ${cells.join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')
}

/** Drops rows that have only a title. */
export function filled(rows: string[][]): string[][] {
  return rows.filter(([, ...cells]) => cells.some((cell) => cell !== ''))
}

export function medianOf(values: readonly number[]): string {
  return values.length === 0 ? '' : figure(spreadOf(values).median)
}

export function quartiles(values: readonly number[]): string {
  const { lower, upper } = spreadOf(values)
  return `${figure(lower)}–${figure(upper)}`
}

/** Joins medians, for example of two percentiles. */
export function mediansOf(...all: (readonly number[])[]): string {
  return all
    .map(medianOf)
    .filter((value) => value !== '')
    .join(' / ')
}
