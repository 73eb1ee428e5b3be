import t from 'tap'
import { type Entry, openPlace } from '../../scripts/benchmark/document.js'
import { readVersions } from '../../scripts/benchmark/files.js'
import { play, type Step } from '../../scripts/benchmark/requests.js'
import { startService } from '../helper.js'
import { sample } from '../length.js'

/** Every fifth defect, or all of them before a release. */
const entries = sample(readVersions().at(-1)?.defects ?? [], 5)

const service = await startService(t)

/** Returns what a defect has changed when requests were sent: responses, or what was stored. */
async function effectsOf({ name, variant }: Entry, requests: readonly Step[]): Promise<string[]> {
  const place = await openPlace(service, variant, [name])
  await play(requests, place)
  const { json } = await place.board.asOwner('GET /defects/effects')
  return json.effects.map(({ effect }: { effect: string }) => effect)
}

t.test('the requests that expose a defect reach it, whether a suite asserts or not', async (t) => {
  for (const entry of entries) {
    const effects = await effectsOf(entry, entry.requests)
    t.ok(effects.length > 0, `${entry.code} ${entry.name}`)
  }
})

t.test('without the request that exposes it, a defect has changed no response', async (t) => {
  for (const entry of entries) {
    const { requests } = entry
    // Of simultaneous requests, the first one alone does not expose a defect.
    const simultaneous = requests.findIndex(({ withPrevious }) => withPrevious)
    const effects = await effectsOf(entry, requests.slice(0, simultaneous < 0 ? -1 : simultaneous))
    t.notOk(effects.includes('response'), `${entry.code} ${entry.name}`)
  }
})
