import t from 'tap'
import { DEFECTS, defectsOf } from '../../../src/api/defects/catalogue.js'
import { earlier } from '../../../src/api/editions/earlier.js'
import { startService } from '../../kit/helper.js'
import { sample } from '../../kit/length.js'
import { DIFFERENCES } from './differences.js'
import { describe, playScenes } from './play.js'

t.test('with a defect, all else is as on a correct board, and its effects are reported (decision 90)', async (t) => {
  const players = await playScenes(
    await startService(t),
    sample(DEFECTS, 53).map(({ name }) => name),
  )
  for (const player of players) {
    t.equal(describe(player), DIFFERENCES[player.name] ?? '', player.name)
    const effects = await player.effects()
    const responses = effects.find(({ effect }) => effect === 'response')?.requests ?? 0
    t.equal(effects.length > 0, player.differing > 0, `${player.name}: something changed, if a response differs`)
    t.ok(responses <= player.differing, `${player.name}: ${responses} of ${player.differing} responses`)
  }
})

t.test('in the earlier edition, every defect is visible, without fields of the current (decision 92)', async (t) => {
  const names = sample(defectsOf(earlier.name), 64).map(({ name }) => name)
  const [, , ...players] = await playScenes(await startService(t, { edition: earlier }), names)
  for (const { name, found } of players) {
    const places = [...found.values()].flatMap((each) => [...each])
    t.equal(places.length > 0, DIFFERENCES[name] !== '', name)
    t.notOk(/sortOrder|dueDate|checklist|attachments/.test(places.join()), name)
  }
})

t.test('the differences of every defect are listed', async (t) => {
  t.strictSame(
    Object.keys(DIFFERENCES),
    DEFECTS.map(({ name }) => name),
  )
})
