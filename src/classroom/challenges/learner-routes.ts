/** The challenges of a board, and which of them are solved. @module */

import type { FastifyPluginAsync } from 'fastify'
import { serverUrl } from '../../http/base-url.js'
import { route } from '../route.js'
import { ChallengeList } from './schemas.js'
import { showChallenges } from './show.js'

/** The route that returns the challenges to learners. */
export const learnerChallengeRoutes: FastifyPluginAsync<{ publicUrl: string | undefined }> = async (app, options) => {
  route(app, 'GET /challenges', 'listChallenges', 'List the challenges', {
    config: { showsMoreToOwner: true, waitsForLog: true },
    description:
      'Returns the challenges of the exercise, and which of them were solved. Requests to the variants and right claims solve challenges by themselves: there is nothing to submit. Without an exercise, all challenges are listed. The exercise decides whether hints and solutions are shown. The owner sees them at any time.',
    responses: { 200: [ChallengeList, 'The challenges.'] },
    handler: async (request) => {
      const { board, isOwner } = request
      const viewer = { exercise: board.state?.exercise ?? null, now: app.now(), isOwner }
      const base = serverUrl(request, options.publicUrl)
      return showChallenges(app.challenges, await app.store.listSolved(board.id), viewer, base)
    },
  })
}
