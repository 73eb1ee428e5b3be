import type { GradedVariant } from '../client/names.js'

/** The environment variables that every suite gets. `--env` changes them and adds others. */
export const DEFAULT_TEMPLATES: Readonly<Record<string, string>> = { BASE_URL: '{baseUrl}', API_URL: '{apiUrl}' }

const PLACEHOLDERS = ['baseUrl', 'apiUrl', 'host', 'port', 'job'] as const
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
}

/** Replaces the placeholders of a text. */
export function fillTemplate(template: string, { baseUrl, variant, job }: Placeholders): string {
  const { hostname: host, port, protocol } = new URL(baseUrl)
  const values: Record<string, string> = {
    baseUrl,
    apiUrl: `${baseUrl}/api/${variant}`,
    host,
    port: port || (protocol === 'https:' ? '443' : '80'),
    job: String(job),
  }
  return template.replace(PLACEHOLDER, (_, name: string) => values[name] as string)
}
