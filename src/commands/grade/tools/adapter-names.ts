/** The names that `--tool` takes. Each adapter has a file of its own. */
export const ADAPTER_NAMES = ['junit', 'har', 'ndjson', 'exit-code'] as const
export type AdapterName = (typeof ADAPTER_NAMES)[number]
