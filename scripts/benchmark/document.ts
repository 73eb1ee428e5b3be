import type { VariantName } from '../../src/client/names.js'
import { CHECKS } from '../../src/conformance/areas/index.js'
import type { Check } from '../../src/conformance/kit/check.js'
import { DEFECTS } from '../../src/defects/catalogue.js'
import type { Defect } from '../../src/defects/defect.js'
import { createBoard, type TestBoard } from '../../test/boards/board.js'
import { FOUND_BY } from '../../test/conformance/found-by.js'
import { fetchFrom } from '../../test/conformance/helper.js'
import { type Service, START } from '../../test/helper.js'
import { findDifference, type Shown } from './compare.js'
import { type Exposure, minimise } from './minimise.js'
import { recordCheck } from './record.js'
import { type Place, play, type Step } from './requests.js'

/** How a defect can be found at all. The first that applies, from the end. */
export const NEEDS = [
  'status-visible',
  'body-visible',
  'needs-state',
  'needs-time',
  'needs-concurrency',
  'needs-second-user',
] as const

/** A defect in the frozen catalogue. */
export interface Entry extends Exposure {
  code: string
  name: string
  title: string
  rule: string
  area: string
  quality: string
  severity: string
  difficulty: (typeof NEEDS)[number]
  /** An empty list means all requests. */
  operations: readonly string[]
  variants: readonly string[]
  /** The variant to which the requests are sent. */
  variant: VariantName
}

/** The recorded requests of an entry. */
type Exposed = Pick<Entry, 'code' | 'variant' | 'requests' | 'differs'>

/** A version of the frozen catalogue. */
export interface Benchmark {
  version: number
  edition: string
  /** The time at which the clock of the recordings starts. */
  clock: string
  defects: Entry[]
}

/**
 * Returns the catalogue, with requests that were recorded in checks.
 *
 * @param known entries whose requests are already recorded
 */
export async function createBenchmark(
  service: Service,
  version: number,
  known: readonly Exposed[],
): Promise<Benchmark> {
  const entries: Entry[] = []
  for (const defect of DEFECTS) {
    const recorded = known.find(({ code }) => code === defect.code) ?? (await record(service, defect))
    entries.push(describe(defect, recorded))
  }
  entries.sort((a, b) => (a.code < b.code ? -1 : 1))
  return { version, edition: 'current', clock: new Date(START).toISOString(), defects: entries }
}

/** Returns the entry of a defect whose requests are recorded. */
export function describe(defect: Defect, { variant, requests, differs }: Exposed): Entry {
  const { code, name, title, rule, area, quality, severity, operations, variants = ['v1', 'v2', 'buggy'] } = defect
  const difficulty = difficultyOf({ requests, differs })
  const described = { code, name, title, rule, area, quality, severity, difficulty, operations, variants }
  return { ...described, variant, requests, differs }
}

async function record(service: Service, { code, name }: Defect): Promise<Exposed> {
  const check = CHECKS.find(({ id }) => id === FOUND_BY[name]) as Check
  const variant = check.variants.includes('v1') ? 'v1' : 'v2'
  const board = await openPlace(service, variant, [name])
  const url = board.url.replace(/\/api\/v\d$/, '')
  const recorded = await recordCheck(check, variant, url, board)
  const exposure = await minimise(recorded, (steps) => compareBoards(service, { name, variant, requests: steps }))
  if (exposure === undefined) throw new Error(`The requests of ${check.id} do not expose ${name}`)
  return { code, variant, ...exposure }
}

/** Plays requests on a correct board and on a board with the defect, and returns the first difference. */
export async function compareBoards(
  service: Service,
  { name, variant, requests }: { name: string; variant: VariantName; requests: readonly Step[] },
): Promise<Shown | undefined> {
  const correct = await play(requests, await openPlace(service, variant, []))
  const defective = await play(requests, await openPlace(service, variant, [name]))
  return findDifference(requests, correct, defective)
}

/** Opens a variant of a new board. The clock of the service starts again. */
export async function openPlace(
  service: Service,
  variant: VariantName,
  defects: readonly string[],
): Promise<Place & { board: TestBoard }> {
  service.clock.now = START
  const board = await createBoard(service, { defects })
  const { id } = board
  return {
    board,
    url: `http://localhost:3000/b/${id}/api/${variant}`,
    fetch: fetchFrom(service, true),
    wait: async (milliseconds) => {
      service.clock.now += milliseconds
    },
  }
}

function difficultyOf({ requests, differs }: Exposure): Entry['difficulty'] {
  if (requests.some(({ as }) => as === 'user')) return 'needs-second-user'
  if (requests.some(({ withPrevious }) => withPrevious)) return 'needs-concurrency'
  if (requests.some(({ wait }) => wait !== undefined)) return 'needs-time'
  if (requests.length > 1) return 'needs-state'
  return differs.in === 'status' ? 'status-visible' : 'body-visible'
}
