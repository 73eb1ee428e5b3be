/** The command `grade`: it runs a test suite on boards with defects. @module */

import type { OptionValues } from 'commander'
import { connectBoards, startBoards } from './boards.js'
import { ACCOUNT_TEMPLATES, DEFAULT_TEMPLATES, TOOL_TEMPLATES } from './environment.js'
import { grade } from './grade.js'
import { createProgress } from './progress.js'
import { readEarlierReport } from './report/earlier-report.js'
import { toReport } from './report/grade-report.js'
import { suggest } from './report/suggestion-report.js'
import { gradeTool } from './tools/grade-tool.js'
import { toToolReport } from './tools/tool-report.js'

/** Grades the command of a suite or of a tool as the flags say, and describes the result. */
export async function createReport(command: string[], options: OptionValues, signal: AbortSignal) {
  const { variant, jobs, timeLimit, server = null, token, address, fixture, minScore } = options
  const since = options.since && (await readEarlierReport(options.since, { command, variant }))
  const progress = createProgress({ isVerbose: options.verbose === true, outputFolder: options.output })
  const source =
    server === null ? await startBoards(fixture) : connectBoards({ url: server, token, address, fixture, signal })
  source.listsRequests = options.output !== undefined
  try {
    const gradeOptions = {
      command,
      variant,
      defects: options.defects ?? since?.defects.map(({ name }: { name: string }) => name) ?? ['all'],
      since,
      jobs,
      timeLimit,
      templates: {
        ...DEFAULT_TEMPLATES,
        ...(server === null && ACCOUNT_TEMPLATES),
        ...(options.tool && TOOL_TEMPLATES),
        ...options.env,
      },
      server,
    }
    if (options.tool !== undefined) {
      const tool = { ...gradeOptions, adapter: options.tool, seeds: options.seeds }
      const result = await gradeTool(tool, source, progress, signal)
      return { result, report: toToolReport(result, minScore), writeTests: undefined }
    }
    const result = await grade(gradeOptions, source, progress, signal)
    return { result, ...(await suggest(toReport(result, minScore, options.submit === undefined), result, options)) }
  } finally {
    progress.clear()
    await source.close().catch((error: Error) => console.error(`task-board-service: ${error.message}`))
  }
}
