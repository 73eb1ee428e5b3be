import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { OPTIONAL_SECURITY, tokenRequired } from '../contract/schemas/owner-token.js'
import { jsonResponse } from '../contract/schemas/responses.js'
import { type OwnerOptions, recogniseOwner } from './owner.js'
import { ChallengeList } from './schemas/challenges.js'
import { showChallenges } from './show-challenges.js'

/** The route that lists the challenges. */
export const challengeRoutes: FastifyPluginAsyncTypebox<OwnerOptions> = async (app, options) => {
  app.get('/challenges', {
    onRequest: recogniseOwner(options),
    schema: {
      operationId: 'listChallenges',
      summary: 'List the challenges',
      description:
        'Returns the challenges of the exercise, and which of them were solved. Requests to the variants and right claims solve challenges by themselves: there is nothing to submit. Without an exercise, all challenges are listed. The exercise decides whether hints and solutions are shown. The owner sees them at any time.',
      security: OPTIONAL_SECURITY,
      response: { 200: jsonResponse(ChallengeList, 'The challenges.'), ...tokenRequired },
    },
    handler: async ({ board, boardExercise: exercise, isOwner }) => {
      await app.flushJournal(board)
      return showChallenges(app.challenges, await app.store.listSolved(board), { exercise, now: app.now(), isOwner })
    },
  })
}
