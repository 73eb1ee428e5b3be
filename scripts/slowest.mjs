import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const COUNT = 10
/** A test of a file in the output of a process. Tests within it are indented. */
const RESULT = /^(?:not )?ok \d+ - (.*) # time=([\d.]+)ms/gm

/**
 * Returns a table of the tests that took longest.
 *
 * @param folder the folder with the results of all processes in TAP
 */
export function formatSlowest(folder) {
  const tests = readdirSync(folder, { recursive: true })
    .filter((name) => name.endsWith('.tap'))
    .flatMap((name) =>
      [...readFileSync(join(folder, name), 'utf8').matchAll(RESULT)].map(([, title, time]) => ({
        group: name.replace(/^.*\/(?:\d+-)?|\.js\.tap$/g, ''),
        title,
        seconds: Number(time) / 1000,
      })),
    )
    .sort((a, b) => b.seconds - a.seconds)
  const rows = tests
    .slice(0, COUNT)
    .map(({ group, title, seconds }) => `${seconds.toFixed(1).padStart(6)} s  ${group.padEnd(12)}  ${title}`)
  return ['', 'The slowest tests:', ...rows].join('\n')
}
