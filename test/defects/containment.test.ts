import t from 'tap'
import { DEFECTS } from '../../src/defects/catalogue.js'
import { type Reply, startService } from '../helper.js'
import { type Api, createDefective, openApi } from './api.js'
import { differences } from './compare.js'
import { DIFFERENCES } from './differences.js'
import { authScene, SCENES, type Session, type Step } from './scenes.js'

const service = await startService(t)

/** A board that plays the scenes, and how its responses differ from those of a correct board, by operation. */
interface Player {
  name: string
  v1: Api
  v2: Api
  sessions: [Session, Session]
  reset(): Promise<unknown>
  found: Map<string, Set<string>>
}

async function createPlayer(name: string, defects: readonly string[]): Promise<Player> {
  const board = await createDefective(service, defects)
  const isDefective = defects.length > 0
  const v2 = await openApi(service, board, 'v2', isDefective)
  return {
    name,
    v1: await openApi(service, board, 'v1', isDefective),
    v2,
    sessions: [await v2.login('user', 'user123'), await v2.login('testuser', 'test123')],
    reset: () => board.asOwner('POST /reset'),
    found: new Map(),
  }
}

// The contract is checked for the responses of the correct boards.
const players = await Promise.all([
  createPlayer('correct', []),
  createPlayer('also correct', []),
  ...DEFECTS.map(({ name }) => createPlayer(name, [name])),
])

/** Sends each request to all boards at the same time. */
async function playScene(variant: 'v1' | 'v2', stepsOf: (player: Player) => readonly Step[]): Promise<void> {
  const scenes = players.map(stepsOf)
  const [first = []] = scenes
  for (const [index, step] of first.entries()) {
    const [operation] = step
    service.clock.now += 1000
    const replies = await Promise.all(
      players.map((player, number) => {
        const [, request, options] = (scenes[number] as Step[])[index] as Step
        return player[variant].send(request, options)
      }),
    )
    for (const [number, { found }] of players.entries()) {
      const places = found.get(operation) ?? new Set()
      for (const place of differences(replies[number] as Reply, replies[0] as Reply)) places.add(place)
      found.set(operation, places)
    }
  }
}

/** Describes differences, such as `getTask, listTasks: status; createTask: title`. */
function describe({ found }: Player): string {
  const byPlaces = new Map<string, string[]>()
  for (const [operation, places] of found) {
    const text = [...places].sort().join(', ')
    if (text !== '') byPlaces.set(text, [...(byPlaces.get(text) ?? []), operation || 'none'])
  }
  return [...byPlaces].map(([places, operations]) => `${operations.sort().join(', ')}: ${places}`).join('; ')
}

t.test('with a defect, all other responses and fields are as on a correct board (decision 90)', async (t) => {
  await playScene('v2', ({ sessions }) => authScene(sessions))
  for (const steps of Object.values(SCENES)) {
    await Promise.all(players.map(({ reset }) => reset()))
    await playScene('v1', () => steps)
  }
  for (const player of players) t.equal(describe(player), DIFFERENCES[player.name] ?? '', player.name)
})

t.test('every defect has its differences listed', async (t) => {
  t.strictSame(
    Object.keys(DIFFERENCES),
    DEFECTS.map(({ name }) => name),
  )
})
