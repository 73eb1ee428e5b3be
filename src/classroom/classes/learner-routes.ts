import type { FastifyPluginAsync } from 'fastify'
import { createCode, normalizeCode, PERSONAL_CODE_GROUPS } from '../../contract/codes.js'
import { BoardFrozen, JoinCodeUnknown, JoiningClosed, PersonalCodeWrong } from '../../contract/errors.js'
import { tooMany } from '../../contract/schemas/responses.js'
import { hashSecret, matchesHash } from '../../contract/secrets.js'
import { isSameName } from '../../rooms/classes/same-name.js'
import type { StoredClass } from '../../rooms/classes/values.js'
import { describeBoard } from '../boards/create-boards.js'
import type { DescribeOptions } from '../options.js'
import { route } from '../route.js'
import { JoinedBoard, JoinInput } from './schemas.js'

/** The route that lets learners join a class. */
export const learnerClassRoutes: FastifyPluginAsync<DescribeOptions> = async (app, options) => {
  route(app, 'POST /classes/join', 'joinClass', 'Join a class', {
    // While the limit is exceeded, right codes are refused too: otherwise the limit would not stop those who guess.
    onRequest: async (request, reply) => app.limitJoining(request, reply, 0),
    async errorHandler(error, request, reply) {
      const isWrongCode = error instanceof JoinCodeUnknown || error instanceof PersonalCodeWrong
      if (isWrongCode) await app.limitJoining(request, reply)
      throw error
    },
    description:
      'Assigns a board of the class to a learner. The response contains a personal code. To get the same board again, for example on another device, send the same name and this code.',
    security: [],
    body: JoinInput,
    responses: {
      ...tooMany,
      200: [JoinedBoard, 'The board of the learner.'],
      404: 'There is no class with this joining code.',
      409: 'The name is taken and the personal code is missing, the personal code does not belong to the name, there is no free board, or the trainer has closed joining.',
      423: 'The class is frozen.',
    },
    handler: async (request) => {
      const { code, name, personalCode } = request.body
      const id = await app.store.findClass(normalizeCode(code))
      const joined = id === undefined ? undefined : await app.store.getClass(id)
      if (joined === undefined || joined.expiresAt <= app.now()) throw new JoinCodeUnknown()
      const known = personalCode == null ? undefined : await findAgain(joined, name, normalizeCode(personalCode))
      const { board, ...learner } = known ?? (await takeBoard(joined, name))
      const described = describeBoard({ id: board, name: null, createdAt: null, usedAt: null }, request, options)
      return { ...learner, className: joined.name, baseUrl: described.baseUrl, hostUrl: described.hostUrl }
    },
  })

  /**
   * Returns the board of a learner who already has a personal code, or `undefined` if the learner has none.
   *
   * @throws PersonalCodeWrong if the code is not the one of the learner with this name, or there is no such learner
   */
  async function findAgain({ id }: StoredClass, name: string, personalCode: string) {
    const learners = await app.store.listLearners(id)
    const found = learners.find((candidate) => candidate.name !== null && isSameName(candidate.name, name))
    if (found === undefined) throw new PersonalCodeWrong()
    if (found.codeHash === null) return undefined
    if (!matchesHash(personalCode, found.codeHash)) throw new PersonalCodeWrong()
    if (!found.isJoined) await app.store.markJoined(id, found.id)
    return { board: found.id, name: found.name ?? name, personalCode }
  }

  /** @throws BoardFrozen, JoiningClosed */
  async function takeBoard({ id, isFrozen, isJoinable }: StoredClass, name: string) {
    if (isFrozen) throw new BoardFrozen()
    if (!isJoinable) throw new JoiningClosed()
    const personalCode = createCode(PERSONAL_CODE_GROUPS)
    return { ...(await app.store.joinClass(id, name, hashSecret(personalCode))), personalCode }
  }
}
