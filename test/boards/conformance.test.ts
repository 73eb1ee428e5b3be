import t from 'tap'
import { CHECKS } from '../../src/conformance/areas/index.js'
import type { Check } from '../../src/conformance/kit/check.js'
import { failuresOf, runInProcess } from '../conformance/helper.js'
import { startService } from '../helper.js'
import { repeat } from '../length.js'
import { createBoard } from './board.js'

/** Whether v1 and v2 have the rule, and each can be checked alone. */
function isShared({ variants, needs }: Check): boolean {
  return variants.includes('v1') && variants.includes('v2') && needs.length === 0
}

t.test('a private board passes every check at its path', async (t) => {
  const service = await startService(t)
  const { id } = await createBoard(service)
  const url = `http://localhost:3000/b/${id}`
  const shared = CHECKS.filter(isShared)
  // Each of the two variants gets one half of the checks that both could have.
  const half = (rest: number) => shared.filter((_, index) => repeat(index % 2, rest) === rest)
  for (const [checks, variants] of [
    [CHECKS.filter((check) => !isShared(check)), ['v1', 'v2']],
    [half(0), ['v1']],
    [half(1), ['v2']],
  ] as const) {
    t.strictSame(failuresOf(await runInProcess(service, checks, variants, { url })), [])
  }
})

t.test('a private board passes the checks at its host', async (t) => {
  const service = await startService(t)
  const { id } = await createBoard(service)
  const url = `http://${id}.localhost:3000`
  const checks = CHECKS.filter((_, index) => index % repeat(4, 1) === 0)
  t.strictSame(failuresOf(await runInProcess(service, checks, ['v1', 'v2'], { url })), [])
})
