import { FAULTS } from './faults/index.js'
import type { ChaosOptions } from './index.js'

/** What the faults do and how often, as Markdown for the published document. */
export function describeFaults({ rates, delay }: Pick<ChaosOptions, 'rates' | 'delay'>): string {
  const rows = FAULTS.map(({ name, rate, scope, effect }) => {
    const percent = Number(((rates[name] ?? rate) * 100).toFixed(4))
    return `| \`${name}\` | ${percent} % | ${scope} | ${effect} |`
  })
  const [shortest, longest] = delay.map((milliseconds) => milliseconds / 1000)
  return [
    '| Fault | Rate | Of | Effect |',
    '|---|---|---|---|',
    ...rows,
    '',
    `A late answer comes ${shortest} to ${longest} seconds late. Each fault is drawn on its own, so several may strike at once. Errors that a request earned itself are never altered.`,
  ].join('\n')
}
