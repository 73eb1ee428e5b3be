/**
 * Runs the conformance checks through proxies that validate every request and every response with the documents. Names in
 * its arguments choose validators: `npm run validators -- kin-openapi`.
 */
import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { attempt, execute } from '../programs.ts'
import { startServer } from '../server.ts'
import { VARIANTS } from '../variants.ts'
import { assertFinds, createDefectiveBoards, showDefects } from './defects.ts'
import { EXCLUSIONS } from './exclusions.ts'
import { type Exchange, judge, type Violation } from './judge.ts'
import { startProxy } from './proxy.ts'
import { VALIDATORS, type Validator } from './validators.ts'

const ROOT = join(import.meta.dirname, '../../..')
const BASES = VARIANTS.map((variant) => `/api/${variant}`)

const chosen = process.argv.slice(2).filter((name) => !name.startsWith('-'))

for (const validator of VALIDATORS.filter(({ name }) => chosen.length === 0 || chosen.includes(name))) {
  await attempt(`Validator: ${validator.name}`, validator.needs, () => use(validator))
}

/** A result in the report of the checks. */
interface CheckResult {
  status: 'passed' | 'failed'
}

async function use(validator: Validator): Promise<string> {
  for (const command of validator.build) await execute(command, { cwd: join(import.meta.dirname, validator.folder) })
  const service = await startServer()
  try {
    const boards = await createDefectiveBoards(service.address)
    const proxy = await startProxy(validator, service.address, [...BASES, ...boards.map(({ base }) => base)])
    let exchanges: Exchange[] = []
    try {
      await checkConformance(proxy.address)
      await showDefects(proxy.address, boards)
    } finally {
      exchanges = await proxy.stop()
    }
    const counts = assertNoViolation(validator.name, exchanges)
    return `${counts}, and finds ${assertFinds(exchanges, boards)} defects`
  } finally {
    await service.stop()
  }
}

/** Runs all conformance checks. They pass only if the proxy changes no request and no response. */
async function checkConformance(url: string): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'validators-'))
  const file = join(folder, 'conformance.json')
  try {
    await execute(['node', 'dist/cli.js', 'check', url, '--json', file], { cwd: ROOT })
    const { checks } = JSON.parse(await readFile(file, 'utf8')) as { checks: CheckResult[] }
    const failed = checks.filter(({ status }) => status === 'failed')
    assert.deepEqual(failed, [], 'all checks pass through the proxy')
  } finally {
    await rm(folder, { recursive: true })
  }
}

/**
 * Judges the requests of the conformance checks.
 *
 * @returns their numbers
 * @throws if there is a violation, if an exclusion is unnecessary, or if the validator has not seen requests of each kind
 */
function assertNoViolation(validator: Validator['name'], exchanges: readonly Exchange[]): string {
  const unused = new Set(EXCLUSIONS.filter(({ of }) => of.includes(validator)))
  const isExcluded = (violation: Violation) => {
    const exclusion = EXCLUSIONS.find((candidate) => {
      return candidate.of.includes(validator) && candidate.kind === violation.kind && candidate.covers(violation)
    })
    if (exclusion) unused.delete(exclusion)
    return exclusion !== undefined
  }
  const seen = BASES.map((base) => exchanges.filter((exchange) => exchange.base === base))
  for (const [index, base] of BASES.entries()) {
    const judged = (seen[index] ?? []).filter(({ hasOperation }) => hasOperation)
    const hasValid = judged.some(({ request }) => !request?.length)
    assert.ok(hasValid, `the validator has seen no valid request to ${base}`)
    const hasInvalid = judged.some(({ request }) => request?.length)
    assert.ok(hasInvalid, `the validator has seen no invalid request to ${base}`)
  }
  const [excluded, violations] = partition(seen.flat().flatMap(judge), isExcluded)
  assert.deepEqual(violations.map(describe).slice(0, 20), [], `${violations.length} violations`)
  const unneeded = [...unused].map(({ name }) => name)
  assert.deepEqual(unneeded, [], 'exclusions that are not needed')
  const counts = VARIANTS.map((variant, index) => `${seen[index]?.length} requests to ${variant}`)
  return `no violation in ${counts.join(', ')} (${excluded.length} excluded)`
}

function partition<T>(values: readonly T[], condition: (value: T) => boolean): [T[], T[]] {
  const matching = new Set(values.filter(condition))
  return [[...matching], values.filter((value) => !matching.has(value))]
}

function describe({ kind, message, exchange: { method, target, status } }: Violation): string {
  return `${kind}: ${method} ${target} ${status} ${message.slice(0, 500)}`
}
