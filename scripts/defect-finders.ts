/**
 * Tries every finder with every defect, and writes the tables of docs/grading.md: `npm run write:finders`. This takes
 * long. `npm run write:finders -- postman pytest` tries only these finders; the tables have the last result of each.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import pLimit from 'p-limit'
import { DEFECTS } from '../src/defects/catalogue.js'
import { startTaskBoard, type TaskBoard } from '../src/library/index.js'
import type { Finder } from './finders/finder.js'
import { FINDERS } from './finders/finders.js'
import { describeScore, type Found, isJudged, replaceTables, writeTables } from './finders/table.js'

const PAGE = 'docs/grading.md'
const RESULTS = 'build/defect-finders.json'
const JOBS = 2

const names = process.argv.slice(2)
const unknown = names.filter((name) => !FINDERS.some((finder) => finder.name === name))
if (unknown.length > 0) throw new Error(`Unknown finder: ${unknown.join(', ')}`)
const chosen = FINDERS.filter(({ name }) => names.length === 0 || names.includes(name))

const service = await startTaskBoard()
try {
  for (const finder of chosen) {
    const found = await tryFinder(finder)
    saveResult(finder.name, found)
    console.log(`${finder.name}: found ${describeScore(finder, DEFECTS, found)}`)
  }
} finally {
  await service.close()
}
writeFileSync(PAGE, replaceTables(readFileSync(PAGE, 'utf8'), writeTables(FINDERS, DEFECTS, readResults())))

/** Returns the names of the defects that a finder finds. */
async function tryFinder(finder: Finder): Promise<string[]> {
  await finder.prepare?.()
  if (!(await passesOn(service, finder, []))) throw new Error(`${finder.name} fails on a correct board`)
  const limit = pLimit(JOBS)
  const judged = DEFECTS.filter((defect) => isJudged(finder, defect)).map(({ name }) => name)
  const outcomes = await Promise.all(
    judged.map((name) =>
      limit(async () => {
        const isFound = !(await passesOn(service, finder, [name]))
        console.log(`${finder.name}: ${isFound ? 'found ' : 'missed'} ${name}`)
        return isFound
      }),
    ),
  )
  return judged.filter((_, index) => outcomes[index])
}

/** Runs a finder on a new board with defects. */
async function passesOn({ url, board }: TaskBoard, finder: Finder, defects: readonly string[]): Promise<boolean> {
  const own = await board({ ownPort: true })
  try {
    const response = await fetch(`${url}/boards/${own.id}/defects`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${own.ownerToken}`, 'content-type': 'application/json' },
      body: JSON.stringify({ defects }),
    })
    if (!response.ok) throw new Error(`PUT /boards/${own.id}/defects returned ${response.status}`)
    return await finder.passes({ url: own.url, defects })
  } finally {
    await own.delete()
  }
}

function readResults(): Found {
  return existsSync(RESULTS) ? JSON.parse(readFileSync(RESULTS, 'utf8')) : {}
}

function saveResult(name: string, found: readonly string[]): void {
  mkdirSync('build', { recursive: true })
  writeFileSync(RESULTS, JSON.stringify({ ...readResults(), [name]: found }, null, 2))
}
