import assert from 'node:assert/strict'
import { type Exchange, judge, type Violation } from './judge.ts'

/** A defect of the service, and a request that shows it. */
interface Example {
  defect: string
  method: 'GET' | 'POST'
  path: string
  task?: { title: string; status: string }
  kind: Violation['kind']
}

/** One example for each way in which a validator can find a violation. */
const EXAMPLES: readonly Example[] = [
  { defect: 'create-returns-200', ...post('A task'), kind: 'response' },
  { defect: 'error-status-is-text', method: 'GET', path: '/tasks/1', kind: 'response' },
  { defect: 'error-media-type-is-text', method: 'GET', path: '/tasks/1', kind: 'response' },
  { defect: 'location-of-list', ...post('A task'), kind: 'response' },
  { defect: 'blank-title-accepted', ...post(' '), kind: 'accepted' },
  { defect: 'longest-title-refused', ...post('x'.repeat(100)), kind: 'refused' },
]

function post(title: string) {
  return { method: 'POST', path: '/tasks', task: { title, status: 'TODO' } } as const
}

/** A board with a defect. */
interface Defective extends Example {
  /** The base path of its v1. */
  base: string
}

/** Creates a board for each defect. */
export function createDefectiveBoards(service: string): Promise<Defective[]> {
  return Promise.all(
    EXAMPLES.map(async (example) => {
      const { id } = await send(`${service}/boards`, 'POST', { defects: [example.defect] })
      return { ...example, base: `/b/${id}/api/v1` }
    }),
  )
}

/** Sends the request of each defect. */
export async function showDefects(proxy: string, boards: readonly Defective[]): Promise<void> {
  for (const { base, path, method, task } of boards) await send(proxy + base + path, method, task)
}

/**
 * Compares what a validator has found with the defects of the boards.
 *
 * @returns the number of found defects
 * @throws if it has found another kind of violation, or none
 */
export function assertFinds(exchanges: readonly Exchange[], boards: readonly Defective[]): number {
  for (const { defect, base, kind } of boards) {
    const violations = exchanges.filter((exchange) => exchange.base === base).flatMap(judge)
    assert.deepEqual([...new Set(violations.map((violation) => violation.kind))], [kind], `violations with ${defect}`)
  }
  return boards.length
}

async function send(url: string, method: string, body?: object) {
  const response = await fetch(url, {
    method,
    headers: { 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  })
  return JSON.parse(await response.text())
}
