/**
 * Plays every exposure on a board with every defect in v2, and with its own defect in every edition and variant:
 * `npm test -- exposures`. It takes minutes. `npm run write -- exposures` also writes which other defects an exposure finds.
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { caseOf, DEFECTS, defectsOf } from '../../../src/api/defects/catalogue.js'
import type { Defect } from '../../../src/api/defects/defect.js'
import { current } from '../../../src/api/editions/current.js'
import { earlier } from '../../../src/api/editions/earlier.js'
import { ALSO_FINDS } from '../../../src/rules/exposures/also-finds.js'
import { createDefective } from '../../api/defects/api.js'
import { ownStore, type Service, startService } from '../../kit/helper.js'
import { placeOf } from './place.js'
import { playExposure } from './play.js'

const IS_WRITING = process.env.WRITE_EXPOSURES !== undefined

/** The names of the defects that an exposure finds, by the name of its own defect. */
type Found = Map<string, Set<string>>

t.test('in v2, which has all defects, exposures find their defects, and others as listed', async (t) => {
  const service = await startService(t, await ownStore())
  const found: Found = new Map()
  for (const defect of DEFECTS) {
    for (const name of await findersOf(service, defect.name, DEFECTS)) {
      found.set(name, (found.get(name) ?? new Set()).add(defect.name))
    }
    t.ok(found.get(defect.name)?.has(defect.name), defect.name)
  }
  const listed = Object.fromEntries(
    [...found].flatMap(([name, defects]) => {
      const others = [...defects].filter((other) => other !== name).sort()
      return others.length === 0 ? [] : [[name, others]]
    }),
  )
  if (IS_WRITING) writeList(listed)
  else t.strictSame(listed, ALSO_FINDS)
})

// In buggy, `defects.test.ts` plays them. The earlier edition has no `DELETE /tasks` there.
for (const edition of [current, earlier]) {
  for (const variant of ['v1', 'v2']) {
    t.test(`${edition.name}, ${variant}: exposures fail with their defects, and pass without`, async (t) => {
      const service = await startService(t, { ...(await ownStore()), edition })
      const exposed = defectsOf(edition.name).filter(({ variants }) => variants?.includes(variant) ?? true)
      t.strictSame(await findersOf(service, undefined, exposed, variant), [])
      for (const defect of exposed) {
        t.strictSame(await findersOf(service, defect.name, [defect], variant), [defect.name], defect.name)
      }
    })
  }
}

/** Returns the names of the defects whose exposures fail on a new board with a defect. */
async function findersOf(
  service: Service,
  defect: string | undefined,
  exposed: readonly Defect[],
  variant = 'v2',
): Promise<string[]> {
  const place = placeOf(service, await createDefective(service, defect === undefined ? [] : [defect]), variant)
  const names: string[] = []
  for (const { name } of exposed) if ((await playExposure(caseOf({ name }), place)).length > 0) names.push(name)
  return names
}

function writeList(listed: Readonly<Record<string, string[]>>): void {
  const lines = Object.entries(listed).map(
    ([name, others]) => `  '${name}': [${others.map((other) => `'${other}'`).join(', ')}],`,
  )
  const file = join(import.meta.dirname, '../../../src/rules/exposures/also-finds.ts')
  writeFileSync(
    file,
    `/** The other defects that an exposure finds, by the name of its defect. \`npm run write -- exposures\` writes this file. */\nexport const ALSO_FINDS: Readonly<Record<string, readonly string[]>> = {\n${lines.join('\n')}\n}\n`,
  )
}
