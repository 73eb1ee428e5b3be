import type { FastifyPluginAsync } from 'fastify'
import { createCode, normalizeCode, PERSONAL_CODE_GROUPS } from '../../contract/codes.js'
import { BoardNotFound, JoinCodeUnknown, PersonalCodeWrong } from '../../contract/errors.js'
import { tooMany } from '../../contract/schemas/responses.js'
import { createToken, hashSecret, matchesHash } from '../../contract/secrets.js'
import { route } from '../../http/route.js'
import type { StoredClass } from '../../rooms/classes/classes.js'
import { nameKey } from '../../rooms/classes/same-name.js'
import { newBoards, urlsOf } from '../boards/create-boards.js'
import type { DescribeOptions, ManagementOptions } from '../options.js'
import { certificatesOf } from '../scores/certificate.js'
import { readContent, readLearnerNames, resetBoards } from './content.js'
import * as schema from './schemas.js'
import { describeClass } from './show.js'

const boardErrors = { 404: 'The class does not exist, or the board does not belong to it.' }

/** The routes that add, rename and remove boards of a class, replace their codes and tokens, and list certificates. */
export const classBoardRoutes: FastifyPluginAsync<ManagementOptions> = async (app, options) => {
  const { authority, boardsMax, chooseSeed, clock } = options

  route(app, 'POST /classes/:id/boards', 'addClassBoards', 'Add boards to a class', {
    description: 'Adds boards to the class. They have the settings of the class.',
    body: schema.ClassBoardsInput,
    responses: {
      201: [schema.AddedBoards, 'The new boards.'],
      ...tooMany,
      409: 'A name is already taken.',
      507: 'The server has reached its maximum number of boards.',
    },
    handler: async (request, reply) => {
      const { id } = request.params
      const boards = newBoards(readLearnerNames(request.body), chooseSeed)
      // Only valid requests count.
      if (!authority.isAdmin(request)) app.limitBoardCreation(request, reply, boards.length)
      await app.store.addClassBoards(id, boards, boardsMax, app.now())
      const ids = boards.map((board) => board.id)
      try {
        await resetBoards(app, ids, readContent(request.body, clock), chooseSeed)
      } catch (error) {
        await Promise.allSettled(ids.map((board) => app.store.changeClassBoard(id, board, { isDeleted: true })))
        throw error
      }
      const { boards: all } = await describeClass(id, request, options)
      return { boards: all.filter((board) => ids.includes(board.id)) }
    },
  })

  route(app, 'PATCH /classes/:id/boards/:board', 'renameLearner', 'Rename a learner', {
    description:
      'Changes the name of the learner. `null` erases the name and the personal code. The board keeps its content and its score, but nobody can join with it. To replace the learner, remove the board and add a new one.',
    body: schema.LearnerChanges,
    responses: { 200: [schema.ClassBoard, 'The board.'], ...boardErrors, 409: 'The name is already taken.' },
    handler: async (request) => {
      const { id, board } = request.params
      const { name } = request.body
      // The board still has the claims and the score of the learner. An unknown code prevents others from joining.
      await app.store.changeClassBoard(id, board, { name, ...(name === null && { codeHash: createToken().hash }) })
      const { boards } = await describeClass(id, request, options)
      const renamed = boards.find((each) => each.id === board)
      if (renamed === undefined) throw new BoardNotFound()
      return renamed
    },
  })

  route(app, 'DELETE /classes/:id/boards/:board', 'removeClassBoard', 'Remove a board from a class', {
    description: 'Deletes the board and the name of its learner.',
    responses: { 204: 'The board is deleted.', ...boardErrors },
    handler: ({ params: { id, board } }) => app.store.changeClassBoard(id, board, { isDeleted: true }),
  })

  route(app, 'POST /classes/:id/boards/:board/code', 'replacePersonalCode', 'Replace the personal code of a learner', {
    description: 'Returns a new personal code, for a learner who has lost the old one.',
    responses: { 200: [schema.PersonalCode, 'The new code.'], ...boardErrors, 409: 'The board has no learner.' },
    handler: async ({ params: { id, board } }) => {
      const personalCode = createCode(PERSONAL_CODE_GROUPS)
      await app.store.changeClassBoard(id, board, { codeHash: hashSecret(personalCode) })
      return { personalCode }
    },
  })

  route(app, 'POST /classes/:id/boards/:board/owner-token', 'replaceOwnerToken', 'Replace the owner token of a board', {
    description: 'Returns a new owner token, for tools that manage one board. The old one is no longer valid.',
    responses: { 200: [schema.OwnerToken, 'The new token.'], ...boardErrors },
    handler: async ({ params: { id, board } }) => {
      const { token, hash } = createToken()
      await app.store.changeClassBoard(id, board, { ownerTokenHash: hash })
      return { ownerToken: token }
    },
  })

  route(app, 'GET /classes/:id/certificates', 'listCertificates', 'List or verify the certificates of a class', {
    config: { waitsForLog: true },
    description:
      'Returns the certificates of all learners. With `number`, returns the one with this number: if the list is empty, the number is not that of a certificate of this class. Certificates exist while the class has the exercise, the learners and the results that they are about.',
    query: schema.CertificateQuery,
    responses: { 200: [schema.CertificateList, 'The certificates.'] },
    handler: async ({ params: { id }, query: { number } }) => {
      const wanted = number === undefined ? undefined : normalizeCode(number)
      return { certificates: [...(await certificatesOf(app, id, wanted)).values()] }
    },
  })
}

/** The route that lets learners join a class. */
export const learnerClassRoutes: FastifyPluginAsync<DescribeOptions> = async (app, options) => {
  route(app, 'POST /classes/join', 'joinClass', 'Join a class', {
    // While the limit is exceeded, right codes are refused too: otherwise the limit would not stop those who guess.
    onRequest: async (request, reply) => app.limitJoining(request, reply, 0),
    async errorHandler(error, request, reply) {
      const isWrongCode = error instanceof JoinCodeUnknown || error instanceof PersonalCodeWrong
      if (isWrongCode) app.limitJoining(request, reply)
      throw error
    },
    description:
      'Assigns a board of the class to a learner. The response contains a personal code. To get the same board again, for example on another device, send the same name and this code.',
    security: [],
    body: schema.JoinInput,
    responses: {
      ...tooMany,
      200: [schema.JoinedBoard, 'The board of the learner.'],
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
      return { ...learner, className: joined.name, ...urlsOf(board, request, options) }
    },
  })

  /**
   * Returns the board of a learner who already has a personal code, or `undefined` if the learner has none.
   *
   * @throws PersonalCodeWrong if the code is not the one of the learner with this name, or there is no such learner
   */
  async function findAgain({ id }: StoredClass, name: string, personalCode: string) {
    const learners = await app.store.listLearners(id)
    const found = learners.find((candidate) => candidate.name !== null && nameKey(candidate.name) === nameKey(name))
    if (found === undefined) throw new PersonalCodeWrong()
    if (found.codeHash === null) return undefined
    if (!matchesHash(personalCode, found.codeHash)) throw new PersonalCodeWrong()
    if (!found.joined) await app.store.markJoined(id, found.id)
    return { board: found.id, name: found.name ?? name, personalCode }
  }

  async function takeBoard({ id }: StoredClass, name: string) {
    const personalCode = createCode(PERSONAL_CODE_GROUPS)
    return { ...(await app.store.joinClass(id, name, hashSecret(personalCode))), personalCode }
  }
}
