import t from 'tap'
import { caseOf, DEFECTS } from '../../../src/api/defects/catalogue.js'
import { placeOf } from '../../commands/suggest/place.js'
import { playSteps } from '../../commands/suggest/play.js'
import { startService } from '../../kit/helper.js'
import { inTurn, sample } from '../../kit/length.js'
import { createDefective } from '../defects/api.js'
import { differences } from '../defects/compare.js'
import { differencesFromTwin, observeExpected, type Pair, pairBoards, toReply } from './pairs.js'

/** The defects that store something else, but whose first response is right. Only later responses show them. */
const LATER = [
  'attachment-not-deleted',
  'comment-touches-task',
  'delete-all-deletes-first-page',
  'delete-all-restarts-ids',
  'logout-keeps-session',
  'refresh-token-reusable',
  'reorder-empties-checklist',
  'upload-touches-task',
]

const service = await startService(t)
const asked = observeExpected(service)

/** Returns the requests of an exposure up to the first that has stored something else: the histories are then different. */
async function play(name: string, variant: string): Promise<Pair[]> {
  const pairs: Pair[] = []
  const board = await createDefective(service, [name])
  const twin = await createDefective(service, [])
  const paired = pairBoards(asked, board, twin, (pair) => pairs.push(pair))
  await playSteps(caseOf({ name }).steps, placeOf(service, paired, variant))
  const diverging = pairs.findIndex(({ effects }) => effects.includes('write'))
  return diverging < 0 ? pairs : pairs.slice(0, diverging + 1)
}

for (const [number, { name, area, variants = ['v2', 'buggy'] }] of sample(DEFECTS, 4).entries()) {
  t.test(`${name}: the expected response is that of a correct board`, async (t) => {
    for (const variant of inTurn(variants, number)) {
      const pairs = await play(name, variant)
      for (const { request, expected, twin } of pairs) {
        if (expected) t.strictSame(differencesFromTwin(expected, twin), [], request)
      }
      const affected = pairs.find(({ effects }) => effects.length > 0)
      if (affected === undefined) throw new Error(`No request of the exposure of ${name} is affected`)
      const { expected, reply } = affected
      if (area === 'concurrency') {
        t.equal(expected, null, 'it shows only if other requests change the board at the same time')
      } else if (expected) {
        const isDifferent = differences(reply, toReply(expected, reply)).length > 0
        t.equal(isDifferent, !LATER.includes(name), 'the response differs from it')
      } else {
        t.fail('it is not known')
      }
    }
  })
}
