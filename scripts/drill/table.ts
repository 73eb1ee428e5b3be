import { ROWS } from '../../src/rules/client-habits/rows.js'
import { writeTable as tableOf } from '../markdown.js'
import { CLIENTS, type DrillClient, LANGUAGES } from './clients.js'

/** How many of something were right, and how many could be judged. */
interface Share {
  right: number
  total: number
}

/** What a drill has measured of a client. */
export interface Measurement {
  /** The day, such as `2026-11-26`. */
  date: string
  /** The platform with its version, such as `Node.js 20.20.2`. */
  platform: string
  /** The version of the client, or of the platform that contains it. */
  version: string
  /** The percentage of all goals and situations that were right. */
  score: number
  /** The properties of the end state. */
  goals: Share
  /** Each kind of situation that could be judged. */
  habits: Readonly<Record<string, Share>>
}

/** The part of the JSON report of `task-board-service drill` that the table needs. */
export interface DrillReport {
  score: { percent: number }
  goals: readonly { isReached: boolean }[]
  verdicts: readonly { situation: string; verdict: string }[]
}

/** Counts what was right in a report. What was not shown does not count. */
export function measure({ score, goals, verdicts }: DrillReport): Pick<Measurement, 'score' | 'goals' | 'habits'> {
  const habits: Record<string, Share> = {}
  for (const { situation, verdict } of verdicts) {
    if (verdict === 'not-shown') continue
    habits[situation] ??= { right: 0, total: 0 }
    habits[situation].total += 1
    if (verdict === 'right') habits[situation].right += 1
  }
  return {
    score: score.percent,
    goals: { right: goals.filter(({ isReached }) => isReached).length, total: goals.length },
    habits,
  }
}

/**
 * Writes when and where the clients have been measured, their table, and the names of those that have not been measured.
 *
 * @param measured by the names of the clients
 */
export function writeTable(measured: Readonly<Record<string, Measurement>>): string {
  const shown = CLIENTS.flatMap((client): [DrillClient, Measurement][] => {
    const measurement = measured[client.name]
    return measurement === undefined ? [] : [[client, measurement]]
  })
  const rows = ROWS.filter(({ name }) => shown.some(([, { habits }]) => habits[name] !== undefined))
  const missing = CLIENTS.filter(({ name }) => measured[name] === undefined).map(({ name }) => name)
  const distinct = (key: 'date' | 'platform') => [...new Set(shown.map(([, measurement]) => measurement[key]))]
  return [
    `Measured on ${distinct('date').sort().join(' and ')}, on ${distinct('platform').join(', ')}.`,
    '',
    tableOf(
      ['Client', 'Version', 'Set-up', 'Score', 'Goals', ...rows.map(({ name }) => `\`${name}\``)],
      shown.map(([client, { version, score, goals, habits }]) => [
        linkOf(client),
        version,
        client.setup,
        `${score} %`,
        formatShare(goals),
        ...rows.map(({ name }) => formatShare(habits[name])),
      ]),
    ),
    ...(missing.length === 0 ? [] : ['', `Not measured: ${missing.join(', ')}.`]),
  ].join('\n')
}

function linkOf({ name, program }: DrillClient): string {
  const language = LANGUAGES.find(({ clients }) => clients.some((client) => client.name === name))
  return `[${name}](../examples/drill/${language?.folder}/${program})`
}

function formatShare(share: Share | undefined): string {
  return share === undefined ? '–' : `${share.right}/${share.total}`
}
