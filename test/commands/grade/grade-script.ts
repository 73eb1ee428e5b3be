import type { Test } from 'tap'
import type { BoardSource } from '../../../src/commands/grade/boards.js'
import { TOOL_TEMPLATES } from '../../../src/commands/grade/environment.js'
import { gradeTool, type ToolOptions } from '../../../src/commands/grade/tools/grade-tool.js'
import type { ToolGradeResult } from '../../../src/commands/grade/tools/tool-score.js'
import { runHere } from './run-here.js'
import { source } from './source.js'
import { recordedProgress, TEMPLATES, writeSuite } from './suite.js'

export const DEFECTS = ['create-returns-200', 'summary-total-lacks-column', 'list-ignores-status']

/** Sends a request, and reports findings as NDJSON. */
export const TOOL = `
  import { appendFileSync, writeFileSync } from 'node:fs'
  const { API_URL, REPORT_FILE, SEED } = process.env
  const report = (finding) => appendFileSync(REPORT_FILE, JSON.stringify(finding) + '\\n')
  writeFileSync(REPORT_FILE, '')
  const create = async () => {
    const { status } = await fetch(API_URL + '/tasks', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ title: 'A task', status: 'DONE' }),
    })
    return status
  }
`

/** A tool that counts its runs in a file. */
export const COUNT_RUNS = `${TOOL}
  import { readFileSync } from 'node:fs'
  appendFileSync(import.meta.filename + '.runs', '.')
  const runs = readFileSync(import.meta.filename + '.runs', 'utf8').length
`

/** Grades a tool with a few defects. */
export function gradeScript(
  t: Test,
  script: string,
  options: Partial<ToolOptions> = {},
  { progress = recordedProgress().progress, boards = source as BoardSource } = {},
): Promise<ToolGradeResult> {
  const defaults: ToolOptions = {
    command: writeSuite(t, script),
    variant: 'v1',
    defects: DEFECTS,
    jobs: 2,
    timeLimit: 30,
    templates: { ...TEMPLATES, ...TOOL_TEMPLATES },
    run: runHere,
    server: null,
    adapter: 'ndjson',
    seeds: 2,
    // The defects come in their order, and then the control runs.
    random: (limit) => limit - 1,
  }
  return gradeTool({ ...defaults, ...options }, boards, progress, new AbortController().signal)
}
