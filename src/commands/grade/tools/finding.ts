/** The names that `--tool` takes. Each adapter has a file of its own. */
export const ADAPTER_NAMES = ['junit', 'har', 'ndjson', 'exit-code'] as const
export type AdapterName = (typeof ADAPTER_NAMES)[number]

/** Something that a tool reports. */
export interface Finding {
  /** The id of the operation, or what the tool calls the place. */
  operation: string
  /** The status of the response; `null` if the tool does not say it. */
  status: number | null
  /** The name of the check that failed. */
  check: string
}

/** How a tool ended, and what it wrote. */
export interface ToolOutput {
  /** The content of the file that `{report}` names; `null` if the tool wrote none. */
  report: string | null
  /** The exit code; `null` if a signal ended the tool. */
  exitCode: number | null
  isTimedOut: boolean
}

/** Reads what a tool has found. */
export interface Adapter {
  /** Whether the tool must write a report. */
  needsReport: boolean
  /**
   * Returns the findings of a run. The same finding can occur several times.
   *
   * @throws UnreadableReport if the report does not have the format
   */
  read(output: ToolOutput): Finding[]
}

/** A report does not have the format of its adapter. The message says in one line what is wrong. */
export class UnreadableReport extends Error {}

/** Returns a text that is equal for findings of the same operation, status and check. */
export function keyOf({ operation, status, check }: Finding): string {
  return `${operation} ${status ?? '-'} ${check}`
}

/** The maximum length of the name of a check. */
const CHECK_MAX = 120

/**
 * Returns the name of a check without the values that differ between two runs: URLs, texts in quotes, ids and numbers.
 *
 * @param text the text of a failure; its first line counts
 */
export function checkNameOf(text: string): string {
  const [line = ''] = text.trim().split('\n')
  return line
    .replace(/https?:\/\/\S+/g, '{url}')
    .replace(/"[^"]*"|`[^`]*`|(?<!\w)'[^']*'/g, '{text}')
    .replace(/\b[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/gi, '{id}')
    .replace(/\d+/g, '{n}')
    .slice(0, CHECK_MAX)
    .trim()
}

/** Returns the status of a response that a text names; `null` if it names none. */
export function statusIn(text: string): number | null {
  const [, status] =
    /(?:\b(?:got|received|returned|actual|was|found)\b|\[)[^\d\n]{0,20}\b([1-5]\d\d)\b/i.exec(text) ??
    /\bstatus\b[^\d\n]{0,20}\b([1-5]\d\d)\b/i.exec(text) ??
    []
  return status === undefined ? null : Number(status)
}
