import type { Reply, Service } from '../../kit/helper.js'
import { type Api, createDefective, openApi } from './api.js'
import { differences } from './compare.js'
import { authScene, SCENES, type Session, type Step } from './scenes.js'

/** A board that plays the scenes, and how its responses differ from those of a correct board, by operation. */
export interface Player {
  name: string
  v1: Api
  v2: Api
  sessions: [Session, Session]
  reset(): Promise<unknown>
  found: Map<string, Set<string>>
  /** The number of responses that differ. */
  differing: number
  /** Reads what the service says that the defect has changed. */
  effects(): Promise<{ effect: string; requests: number }[]>
}

async function createPlayer(service: Service, name: string, defects: readonly string[]): Promise<Player> {
  const board = await createDefective(service, [])
  const isDefective = defects.length > 0
  const v2 = await openApi(service, board, 'v2', isDefective)
  const v1 = await openApi(service, board, 'v1', isDefective)
  const sessions: [Session, Session] = [await v2.login('user', 'user123'), await v2.login('testuser', 'test123')]
  // The defects change only the responses of the scenes.
  await board.asOwner('PUT /defects', { json: { defects } })
  return {
    name,
    v1,
    v2,
    sessions,
    reset: () => board.asOwner('POST /reset'),
    found: new Map(),
    differing: 0,
    effects: async () => (await board.asOwner('GET /defects/effects')).json.effects,
  }
}

/**
 * Plays the scenes on a correct board, on another correct board, and on a board for each defect.
 *
 * @param defects the names of the defects
 */
export async function playScenes(service: Service, defects: readonly string[]): Promise<Player[]> {
  // The contract is checked for the responses of the correct boards.
  const players = await Promise.all([
    createPlayer(service, 'correct', []),
    createPlayer(service, 'also correct', []),
    ...defects.map((name) => createPlayer(service, name, [name])),
  ])
  await playScene(service, players, 'v2', ({ sessions }) => authScene(sessions))
  for (const steps of Object.values(SCENES)) {
    await Promise.all(players.map(({ reset }) => reset()))
    await playScene(service, players, 'v1', () => steps)
  }
  return players
}

/** Sends each request to all boards at the same time. */
async function playScene(
  service: Service,
  players: readonly Player[],
  variant: 'v1' | 'v2',
  stepsOf: (player: Player) => readonly Step[],
): Promise<void> {
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
    for (const [number, player] of players.entries()) {
      const { found } = player
      const places = differences(replies[number] as Reply, replies[0] as Reply)
      found.set(operation, new Set([...(found.get(operation) ?? []), ...places]))
      if ([...places].length > 0) player.differing++
    }
  }
}

/** Describes differences, such as `getTask, listTasks: status; createTask: title`. */
export function describe({ found }: Player): string {
  const byPlaces = new Map<string, string[]>()
  for (const [operation, places] of found) {
    const text = [...places].sort().join(', ')
    if (text !== '') byPlaces.set(text, [...(byPlaces.get(text) ?? []), operation || 'none'])
  }
  return [...byPlaces].map(([places, operations]) => `${operations.sort().join(', ')}: ${places}`).join('; ')
}
