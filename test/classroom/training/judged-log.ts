import type { Test } from 'tap'
import type { TestBoard } from '../../kit/board.js'
import type { Json } from '../../kit/helper.js'
import { runHere } from '../../kit/run-here.js'

/** Exports the log of a board. */
export async function exportLog(t: Test, { asOwner }: TestBoard): Promise<string> {
  const { status, headers, bytes } = await asOwner('GET /requests?format=log')
  t.match({ status, type: headers['content-type'] }, { status: 200, type: /^application\/x-ndjson/ })
  return String(bytes)
}

/** Requires that the judges of a saved log find what the service shows. */
export async function compare(t: Test, board: TestBoard, saved: string): Promise<Json> {
  const folder = t.testdir({ log: saved })
  const { code, stdout, stderr } = await runHere(t, 'judge', { args: [`${folder}/log`, '--json'] })
  t.match({ code, stderr }, { code: 0, stderr: '' })
  const judged = JSON.parse(stdout)
  const shown = (await board.asOwner('GET /requests?size=1')).json
  t.equal(judged.last, shown.content[0].number)
  const { challenges } = (await board.send('GET /challenges')).json
  const solved = challenges.filter((one: Json) => one.solved)
  const inOrder = (all: Json[]) => all.map((one) => JSON.stringify(one)).toSorted()
  t.strictSame(
    inOrder(judged.challenges),
    inOrder(solved.map(({ name, requestId, solvedAt }: Json) => ({ challenge: name, requestId, time: solvedAt }))),
  )
  const claims = (await board.send('GET /claims?size=100')).json.content
  t.strictSame(
    judged.claims.map(({ number, isRight, credit }: Json) => [number, isRight ? 'right' : 'wrong', credit]),
    claims.map(({ number, verdict, credit }: Json) => [number, verdict, credit]).reverse(),
  )
  t.strictSame(judged.effects, (await board.asOwner('GET /defects/effects')).json.effects)
  return judged
}
