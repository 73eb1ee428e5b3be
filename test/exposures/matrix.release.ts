/**
 * Plays every exposure on a board with every defect, in every edition and variant: `npm run test:exposures`. It takes
 * minutes. `npm run write:exposures` also writes which other defects an exposure finds.
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { caseOf, defectsOf } from '../../src/defects/catalogue.js'
import type { Defect } from '../../src/defects/defect.js'
import { current } from '../../src/editions/current.js'
import { earlier } from '../../src/editions/earlier.js'
import type { Edition } from '../../src/editions/edition.js'
import { ALSO_FINDS } from '../../src/rules/exposures/also-finds.js'
import { createDefective } from '../defects/api.js'
import { ownStore, type Service, startService } from '../helper.js'
import { placeOf } from './place.js'
import { playExposure } from './play.js'

const IS_WRITING = process.env.WRITE_EXPOSURES !== undefined

/** What exposures find, by the name of the defect that each exposes. */
type Found = Map<string, Set<string>>

const ofCurrent: Found = new Map()

for (const edition of [current, earlier]) {
  t.test(`${edition.name}: exposures find their defects, and others as listed`, async (t) => {
    const service = await startService(t, { ...(await ownStore()), edition })
    for (const variant of ['v1', 'v2'] as const) {
      const found = await findAll(t, service, edition, variant)
      if (edition.name !== 'current') continue
      for (const [name, others] of found) ofCurrent.set(name, new Set([...(ofCurrent.get(name) ?? []), ...others]))
    }
  })
}

t.test('what exposures find beside their defects is listed: `npm run write:exposures` writes it', async (t) => {
  const listed = Object.fromEntries(
    [...ofCurrent].flatMap(([name, found]) => {
      const others = [...found].filter((other) => other !== name).sort()
      return others.length === 0 ? [] : [[name, others]]
    }),
  )
  if (IS_WRITING) writeList(listed)
  else t.strictSame(listed, ALSO_FINDS)
})

/** Plays all exposures that can be played in a variant, on a board with each defect of the variant. */
async function findAll(t: Test, service: Service, edition: Edition, variant: 'v1' | 'v2'): Promise<Found> {
  const defects = defectsOf(edition.name)
  const exposures = defects.filter((defect) => variant === 'v2' || caseOf(defect).variant === 'v1')
  const found: Found = new Map()
  await playAll(service, exposures, variant, undefined, (name) =>
    t.fail(`${variant}: ${name} fails on a correct board`),
  )
  for (const defect of defects.filter(({ variants }) => variants?.includes(variant) ?? true)) {
    await playAll(service, exposures, variant, defect.name, (name) => {
      found.set(name, (found.get(name) ?? new Set()).add(defect.name))
    })
    if (exposures.includes(defect)) t.ok(found.get(defect.name)?.has(defect.name), `${variant}: ${defect.name}`)
  }
  return found
}

/** Plays exposures one after the other on a board. */
async function playAll(
  service: Service,
  exposures: readonly Defect[],
  variant: 'v1' | 'v2',
  defect: string | undefined,
  onFailure: (exposure: string) => void,
): Promise<void> {
  const place = placeOf(service, await createDefective(service, defect === undefined ? [] : [defect]), variant)
  for (const { name } of exposures) {
    if ((await playExposure(caseOf({ name }), place)).length > 0) onFailure(name)
  }
}

function writeList(listed: Readonly<Record<string, string[]>>): void {
  const lines = Object.entries(listed).map(
    ([name, others]) => `  '${name}': [${others.map((other) => `'${other}'`).join(', ')}],`,
  )
  const file = join(import.meta.dirname, '../../src/rules/exposures/also-finds.ts')
  writeFileSync(
    file,
    `/** The other defects that an exposure finds, by the name of its defect. \`npm run write:exposures\` writes this file. */\nexport const ALSO_FINDS: Readonly<Record<string, readonly string[]>> = {\n${lines.join('\n')}\n}\n`,
  )
}
