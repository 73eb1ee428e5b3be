import type { GradedVariant } from '../variant-path.js'

/** The environment variables that every suite gets. `--env` changes them and adds others. */
export const DEFAULT_TEMPLATES: Readonly<Record<string, string>> = { BASE_URL: '{baseUrl}', API_URL: '{apiUrl}' }

const PLACEHOLDERS = ['baseUrl', 'apiUrl', 'host', 'port'] as const
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

/** Replaces the placeholders of a text with the parts of the base URL of a board. */
export function fillTemplate(template: string, baseUrl: string, variant: GradedVariant): string {
  const { hostname: host, port, protocol } = new URL(baseUrl)
  const values: Record<string, string> = {
    baseUrl,
    apiUrl: `${baseUrl}/api/${variant}`,
    host,
    port: port || (protocol === 'https:' ? '443' : '80'),
  }
  return template.replace(PLACEHOLDER, (_, name: string) => values[name] as string)
}
