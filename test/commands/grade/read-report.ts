import type { Adapter, ToolOutput } from '../../../src/commands/grade/tools/finding.js'

export const ENDED: ToolOutput = { report: null, exitCode: 1, isTimedOut: false }

export const read = (adapter: Adapter, report: string) => adapter.read({ ...ENDED, report })
