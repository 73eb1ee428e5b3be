/** What a trainer projects: the progress of a class, its debrief, and where learners join. @module */

import { networkInterfaces } from 'node:os'
import type { FastifyInstance, FastifyPluginAsync } from 'fastify'
import { serverUrl } from '../../http/base-url.js'
import { isHostAllowed } from '../../http/refusals.js'
import { route } from '../../http/route.js'
import { countSolved, shownChallengesIn } from '../challenges/routes.js'
import { readClass } from '../classes/show.js'
import type { ManagementOptions } from '../options.js'
import { pointsOf } from '../scores/points.js'
import { viewOf } from '../view.js'
import { debriefChallenges, debriefDefects, debriefDrill, debriefFaults } from './debrief-class.js'
import { isLocalClient, isLocalUrl, machineAddresses } from './machine-addresses.js'
import { ClassDebrief, ClassProjection, JoinAddresses } from './schemas.js'

/** The routes with what the trainer projects. */
export const projectorRoutes: FastifyPluginAsync<ManagementOptions> = async (app, { publicUrl, allowed }) => {
  route(app, 'GET /classes/:id/addresses', 'getJoinAddresses', 'Get the addresses for learners', {
    description:
      'Returns the URL at which learners open the start page. If it leads only to the machine of the trainer, and the service runs there, `others` has the addresses at which other machines can reach the service.',
    responses: { 200: [JoinAddresses, 'The addresses.'] },
    handler: async (request) => {
      const url = serverUrl(request, publicUrl)
      const local = isLocalUrl(url)
      // Others do not need the addresses, and they describe the network of the server.
      const isNeeded = local && isLocalClient(request.ip)
      const found = isNeeded ? machineAddresses(app.server.address(), networkInterfaces()) : []
      const others = found.filter((address) => isHostAllowed(new URL(address.url).host, allowed))
      return { url, local, others }
    },
  })

  route(app, 'GET /classes/:id/projection', 'getProjection', 'Get what a projector may show of a class', {
    description:
      'Returns the progress of the class, a ranking, and who was first. It says nothing that the exercise hides from learners: while it hides verdicts, there are no finds, no scores of drills, and no challenges that depend on them.',
    responses: { 200: [ClassProjection, 'The progress of the class.'] },
    handler: ({ params: { id } }) => projectClass(app, id),
  })

  route(app, 'GET /classes/:id/debrief', 'getDebrief', 'Get what a class has missed', {
    config: { waitsForLog: true },
    description:
      'Returns the faults and defects that the learners have missed, the challenges of the exercise, with the number of learners who have solved each, and what the clients of a drill did. A fault has an example. It has no other fault, if there is such a response. `GET <base URL>/requests/{requestId}` of the board with the trainer secret returns the example with the expected response. Until the exercise has ended, all lists are empty.',
    responses: { 200: [ClassDebrief, 'What the class has missed and solved.'] },
    handler: async ({ params: { id } }) => {
      const { found, defects, challenges, boards } = await readClass(app, id)
      const { exercise } = found
      const learners = boards.filter(({ isTaken }) => isTaken)
      if (exercise === null || viewOf(exercise, app.now(), false) !== 'everything') {
        return { learners: learners.length, faults: [], challenges: [], situations: [] }
      }
      const [faults, firsts] = await Promise.all([debriefFaults(app.store, boards), app.store.listFirsts(id)])
      return {
        learners: learners.length,
        faults: [...faults, ...debriefDefects(app.defects, defects, learners)],
        challenges: debriefChallenges(exercise, firsts, challenges),
        situations: debriefDrill(await app.drills.outcomesOf(id, exercise)),
      }
    },
  })
}

/**
 * Returns the progress of a class. It has only what each learner may see of the own board: other learners see the
 * projector. The boards count only the challenges whose state learners may see.
 */
async function projectClass(app: FastifyInstance, id: string): Promise<ClassProjection> {
  const { found, defects, boards } = await readClass(app, id)
  const { exercise } = found
  const now = app.now()
  const showsFinds = viewOf(exercise, now, false) !== 'nothing'
  const challenges = shownChallengesIn(app.challenges, exercise, now)
  const titles = new Map(challenges.map(({ name, title }) => [name, title]))
  const firsts = await app.store.listFirsts(id)
  const learners = boards
    .filter(({ isTaken }) => isTaken)
    .map(({ id: board, name, total, defects: ofDefects, score, progress }) => {
      const { solved } = countSolved(challenges, score)
      return {
        board,
        name,
        points: pointsOf(showsFinds ? [total, ofDefects] : [], solved),
        found: showsFinds ? total.found + ofDefects.found : null,
        solved,
        drill: (showsFinds ? progress?.best : null) ?? null,
      }
    })
    .sort((one, other) => (other.drill ?? -1) - (one.drill ?? -1) || other.points - one.points)
  const runs = boards.flatMap(({ progress }) => progress ?? [])
  const shown = firsts.flatMap((first) => {
    const title = first.kind === 'fault' ? (showsFinds ? first.name : undefined) : titles.get(first.name)
    return title === undefined ? [] : { ...first, title }
  })
  return {
    learners: boards.length,
    joined: boards.filter(({ joined }) => joined).length,
    requests: sum(boards.map(({ requests }) => requests)),
    found: showsFinds ? sum(learners.map(({ found }) => found ?? 0)) : null,
    defects: showsFinds ? defects.length : null,
    challenges: challenges.length,
    solved: sum(learners.map(({ solved }) => solved)),
    ranking: learners.map((learner) => ({
      ...learner,
      place: 1 + learners.findIndex(({ points, drill }) => points === learner.points && drill === learner.drill),
    })),
    firsts: shown,
    running: runs.filter(({ state }) => state === 'running').length,
    finished: runs.filter(({ state, best }) => state === 'finished' || best !== null).length,
  }
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}
