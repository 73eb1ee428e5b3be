import type { Report } from './report.js'

/** Formats the full result as JSON. */
export function formatJson({ data }: Report): string {
  return `${JSON.stringify(data, null, 2)}\n`
}
