import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { type ToolRunResult, toRunResult } from '../../benchmark/results.js'
import { readResults, writeTables } from '../../benchmark/tables.js'
import { TOOLS } from '../../benchmark/tools/index.js'
import { readVersions } from '../../scripts/benchmark/files.js'
import { startBoards } from '../../src/commands/grade/boards.js'
import { TOOL_TEMPLATES } from '../../src/commands/grade/environment.js'
import { grade } from '../../src/commands/grade/grade.js'
import { gradeTool } from '../../src/commands/grade/tools/grade-tool.js'
import { runHere } from '../commands/grade/run-here.js'
import { recordedProgress, TEMPLATES, writeSuite } from '../commands/grade/suite.js'

const defects = readVersions().at(-1)?.defects ?? []

t.test('docs/benchmark.md has the tables of the last results: `npm run benchmark -- --tables` writes them', (t) => {
  const page = readFileSync(join(import.meta.dirname, '../../docs/benchmark.md'), 'utf8')
  t.equal(page, writeTables(page, readResults(), defects))
  t.end()
})

t.test('every result belongs to a tool, and its defects to the catalogue', (t) => {
  for (const { tool, result } of readResults()) {
    t.equal(result.name, tool.name)
    const codes = [...result.found, ...result.notAsserted, ...result.notReached, ...result.unproven]
    t.strictSame(codes.sort(), result.graded, tool.name)
    t.ok(result.graded.every((code) => defects.some((defect) => defect.code === code)))
  }
  t.equal(new Set(TOOLS.map(({ name }) => name)).size, TOOLS.length)
  t.end()
})

/** Fails if a task is not created with 201. Sends no other request. */
const SUITE = `
  import { writeFileSync } from 'node:fs'
  const { API_URL, REPORT_FILE } = process.env
  const { status } = await fetch(API_URL + '/tasks', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"title":"A","status":"TODO"}',
  })
  if (REPORT_FILE) writeFileSync(REPORT_FILE, status === 201 ? '' : '{"check":"status"}')
  else if (status !== 201) process.exitCode = 1
`

t.test('a result has what a grade found and missed', async (t) => {
  const source = await startBoards(undefined)
  t.teardown(() => source.close())
  const options = {
    command: writeSuite(t, SUITE),
    variant: 'v1' as const,
    defects: ['create-returns-200', 'summary-total-lacks-column', 'labels-sorted'],
    jobs: 1,
    timeLimit: 30,
    run: runHere,
    server: null,
  }
  const setup = { sample: 4, catalogue: 1, machine: 'two cores' }
  const { progress } = recordedProgress()
  const { signal } = new AbortController()
  const tool = { name: 'one', versions: { one: '1.0.0' } }
  const common = {
    ...setup,
    controls: 4,
    name: 'one',
    found: ['TB-002'],
    foundByAll: ['TB-002'],
    notAsserted: [],
    unproven: [],
    requestsPerRun: 1,
    reached: { operations: [1, 14] },
  }
  const suite = await grade({ ...options, templates: TEMPLATES }, source, progress, signal)
  t.match(toRunResult(tool, suite, setup), { ...common, seeds: [], baseline: null, precision: null })
  const templates = { ...TEMPLATES, ...TOOL_TEMPLATES }
  const graded = await gradeTool({ ...options, templates, adapter: 'ndjson', seeds: 2 }, source, progress, signal)
  const result: ToolRunResult = toRunResult(tool, graded, setup)
  t.match(result, {
    ...common,
    controls: 6,
    seeds: [1, 2],
    baseline: 0,
    precision: { found: 2, total: 2 },
    curve: [{ found: 1 }],
  })
  t.equal(result.notReached.length, 2)
  t.throws(() => toRunResult(tool, { ...suite, problem: 'flaky' }, setup), { message: 'one has no score: flaky' })
})
