import t from 'tap'
import { DEFECTS } from '../../src/defects/catalogue.js'
import { CASES } from '../../src/rules/exposures/index.js'
import { createBoard } from '../boards/board.js'
import { fetchFrom } from '../conformance/helper.js'
import { startService } from '../helper.js'
import { type Place, playExposure } from './play.js'

const service = await startService(t)

async function openPlace(defects: string[], variant: string): Promise<Place> {
  const { id } = await createBoard(service, { defects })
  return {
    url: `http://localhost:3000/b/${id}/api/${variant}`,
    fetch: fetchFrom(service, true),
    wait: async (milliseconds) => {
      service.clock.now += milliseconds
    },
  }
}

t.test('every defect has an exposure', async (t) => {
  t.strictSame(Object.keys(CASES).sort(), DEFECTS.map(({ name }) => name).sort())
})

for (const { name, title } of DEFECTS) {
  t.test(`${name}: ${title}`, async (t) => {
    const exposure = CASES[name]!
    t.strictSame(await playExposure(exposure, await openPlace([], exposure.variant)), [], 'the correct board')
    const failures = await playExposure(exposure, await openPlace([name], exposure.variant))
    t.ok(failures.length > 0, 'the defect')
    t.ok(
      failures.some(
        ({ because }) => because === exposure.steps.findLast(({ expect }) => expect)?.expect?.at(-1)?.because,
      ),
      JSON.stringify(failures),
    )
  })
}
