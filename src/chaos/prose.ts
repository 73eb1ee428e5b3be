import { FAULTS } from './faults/index.js'
import type { ChaosOptions } from './index.js'

/** Describes the faults and their rates in Markdown, for the published document. */
export function describeFaults({ rates, delay }: Pick<ChaosOptions, 'rates' | 'delay'>): string {
  const rows = FAULTS.map(({ name, rate, scope, effect }) => {
    const percent = Number(((rates[name] ?? rate) * 100).toFixed(4))
    return `| \`${name}\` | ${percent}% | ${scope} | ${effect} |`
  })
  const [shortest, longest] = delay.map((milliseconds) => milliseconds / 1000)
  return [
    '| Fault | Rate | Applies to | Effect |',
    '|---|---|---|---|',
    ...rows,
    '',
    `A slow response is delayed by ${shortest} to ${longest} seconds. Faults are drawn independently, so several can affect one response. Only faults that apply to every request affect error responses.`,
  ].join('\n')
}
