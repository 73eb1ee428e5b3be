import { DEFAULT_ACCOUNTS } from '../../app/grading.js'
import type { GradedVariant } from '../../contract/names.js'

/** The environment variables that every suite gets. `--env` changes them and adds others. */
export const DEFAULT_TEMPLATES: Readonly<Record<string, string>> = { BASE_URL: '{baseUrl}', API_URL: '{apiUrl}' }

/** The accounts of v2 of a service that the command has started: the first one of each role. */
export const ACCOUNT_TEMPLATES: Readonly<Record<string, string>> = Object.fromEntries(
  DEFAULT_ACCOUNTS.toReversed().flatMap(({ username, password, role }) => [
    [`${role}_USERNAME`, username],
    [`${role}_PASSWORD`, password],
  ]),
)

/** The variables that a tool gets in addition. */
export const TOOL_TEMPLATES: Readonly<Record<string, string>> = { REPORT_FILE: '{report}', SEED: '{seed}' }

const PLACEHOLDERS = ['baseUrl', 'apiUrl', 'host', 'port', 'job', 'report', 'seed'] as const
const PLACEHOLDER = new RegExp(`\\{(${PLACEHOLDERS.join('|')})\\}`, 'g')

/**
 * Parses the value of `--env`: `NAME`, which gets the base URL, or `NAME=template`.
 *
 * @returns the name and the template; `undefined` if the name or a placeholder is not valid
 */
export function parseTemplate(value: string): [name: string, template: string] | undefined {
  const [, name, template = '{baseUrl}'] = /^([A-Za-z_]\w*)(?:=(.*))?$/s.exec(value) ?? []
  if (name === undefined || /\{[A-Za-z]\w*\}/.test(template.replace(PLACEHOLDER, ''))) return undefined
  return [name, template]
}

/** What the placeholders of a run stand for. */
export interface Placeholders {
  /** The base URL of the board. */
  baseUrl: string
  variant: GradedVariant
  /** The number of the job. Runs at the same time have different ones. */
  job: number
  /** The file in which a tool writes its report. Without a tool, the placeholder stays as it is. */
  report?: string
  /** The seed of a tool. Without a tool, the placeholder stays as it is. */
  seed?: number
}

/** Replaces the placeholders of a text. */
export function fillTemplate(template: string, { baseUrl, variant, job, report, seed }: Placeholders): string {
  const { hostname: host, port, protocol } = new URL(baseUrl)
  const values: Record<string, string | undefined> = {
    baseUrl,
    apiUrl: `${baseUrl}/api/${variant}`,
    host,
    port: port || (protocol === 'https:' ? '443' : '80'),
    job: String(job),
    report,
    seed: seed?.toString(),
  }
  return template.replace(PLACEHOLDER, (placeholder, name: string) => values[name] ?? placeholder)
}
