import t from 'tap'
import { CHECKS } from '../../../src/commands/check/areas.js'
import { divideChecks, failuresOf, type Part, runInProcess, runParts } from '../../commands/check/helper.js'
import { startBoard } from '../../kit/board.js'
import { ownStore } from '../../kit/helper.js'
import { sample } from '../../kit/length.js'

t.test('a private board passes every check at its path', async (t) => {
  const { service, id } = await startBoard(t, await ownStore())
  const url = `http://localhost:3000/b/${id}`
  const parts = divideChecks(['v1', 'v2']).map(([checks, variants]): Part => [sample(checks, 8), variants])
  t.strictSame(failuresOf(await runParts(service, parts, { url })), [])
})

t.test('a private board passes the checks at its host', async (t) => {
  const { service, id } = await startBoard(t, await ownStore())
  const url = `http://${id}.localhost:3000`
  t.strictSame(failuresOf(await runInProcess(service, sample(CHECKS, 16), ['v1', 'v2'], { url })), [])
})
