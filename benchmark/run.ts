/**
 * Grades tools and test suites with the defects, and writes their results: `npm run benchmark` runs all,
 * `npm run benchmark -- dredd fetch` only these. `--sample 4` grades every fourth defect of the catalogue, `--seeds 1` sets
 * the number of seeds of all tools, and `--jobs 4` how many runs there are at the same time. `--try` only grades. `--tables`
 * only writes the tables of docs/benchmark.md again.
 */
import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism, totalmem, type } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { readVersions } from '../scripts/benchmark/files.js'
import { toRunResult } from './results.js'
import { readResults, resultFile, writeTables } from './tables.js'
import { TOOLS } from './tools/index.js'
import { ROOT, WORK } from './tools/install.js'
import type { Tool } from './tools/tool.js'

const PAGE = join(ROOT, 'docs/benchmark.md')
const catalogue = readVersions().at(-1)
if (catalogue === undefined) throw new Error('There is no catalogue')
const { version, defects } = catalogue

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    sample: { type: 'string', default: '1' },
    seeds: { type: 'string' },
    jobs: { type: 'string', default: '2' },
    try: { type: 'boolean', default: false },
    tables: { type: 'boolean', default: false },
  },
})
const unknown = positionals.filter((name) => !TOOLS.some((tool) => tool.name === name))
if (unknown.length > 0) {
  throw new Error(`Unknown: ${unknown.join(', ')}. There are ${TOOLS.map(({ name }) => name).join(', ')}`)
}
const failed: string[] = []
for (const tool of values.tables ? [] : TOOLS.filter(({ name }) => isChosen(name))) {
  try {
    measure(tool)
  } catch (error) {
    const line = `${tool.name}: ${(error as Error).message}`
    console.error(line)
    failed.push(line)
  }
}
if (!values.try) writeFileSync(PAGE, writeTables(readFileSync(PAGE, 'utf8'), readResults(), defects))
if (failed.length > 0) {
  console.error(`\nThese tools have no result:\n${failed.join('\n')}`)
  process.exitCode = 1
}

function isChosen(name: string): boolean {
  return positionals.length === 0 || positionals.includes(name)
}

/** Grades a tool, and writes its result unless this is a trial. */
function measure(tool: Tool): void {
  const sample = Number(values.sample)
  console.log(`${tool.name}: preparing`)
  mkdirSync(join(ROOT, WORK), { recursive: true })
  tool.prepare?.()
  const grade = join(WORK, `${tool.name}-grade.json`)
  const { status } = spawnSync(
    process.execPath,
    ['bin/task-board-service.js', 'grade', ...flagsOf(tool, sample, grade)],
    {
      cwd: ROOT,
      stdio: 'inherit',
    },
  )
  if (status !== 0) throw new Error(`grade ended with the exit code ${status}`)
  const machine = `${availableParallelism()} cores, ${Math.round(totalmem() / 2 ** 30)} GiB, ${type()}, Node.js ${process.versions.node}`
  const setup = { sample, catalogue: version, machine }
  const result = toRunResult(tool, JSON.parse(readFileSync(join(ROOT, grade), 'utf8')), setup)
  if (values.try) return
  mkdirSync(join(ROOT, 'benchmark/results'), { recursive: true })
  writeFileSync(resultFile(tool), `${JSON.stringify(result, null, 2)}\n`)
}

function flagsOf(
  { adapter, seeds = 1, variant, hasDemo, timeLimit, env, command }: Tool,
  sample: number,
  grade: string,
) {
  const chosen = defects.filter(({ variants }, index) => index % sample === 0 && variants.includes(variant))
  const names = chosen.map(({ name }) => name)
  return [
    ...(adapter === undefined ? [] : ['--tool', adapter, '--seeds', values.seeds ?? String(seeds)]),
    ...(hasDemo ? ['--fixture', 'demo'] : []),
    ...(timeLimit === undefined ? [] : ['--time-limit', String(timeLimit)]),
    ...Object.entries(env ?? {}).flatMap(([name, template]) => ['--env', `${name}=${template}`]),
    ...['--variant', variant, '--jobs', values.jobs, '--defects', names.join(','), '--json', grade],
    ...['--output', join(WORK, 'output')],
    '--',
    ...command,
  ]
}
