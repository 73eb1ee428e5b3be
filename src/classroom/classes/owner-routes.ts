/** Classes: their boards, learners, settings and tables. @module */

import contentDisposition from 'content-disposition'
import type { FastifyPluginAsync } from 'fastify'
import { createBoardId } from '../../contract/board-id.js'
import { createCode, JOIN_CODE_GROUPS } from '../../contract/codes.js'
import {
  OPTIONAL_SECURITY,
  SECURITY,
  tokenRequired,
  trainerSecretRequired,
} from '../../contract/schemas/owner-token.js'
import { readPaging, toPage } from '../../contract/schemas/paging.js'
import { tooMany } from '../../contract/schemas/responses.js'
import { createToken } from '../../contract/secrets.js'
import { toTimestamp } from '../../contract/time.js'
import { requireClient } from '../boards/create-boards.js'
import { readDefects } from '../defects/routes.js'
import { readExercise } from '../exercises/read-exercise.js'
import { toSettings } from '../faults/routes.js'
import type { ManagementOptions } from '../options.js'
import { locationOf, route } from '../route.js'
import { newBoards, readContent, readLearnerNames, resetBoards } from './content.js'
import { CSV_EXAMPLE, CSV_TYPE, fileNameOf, toCsv } from './csv.js'
import { Class, ClassInput, ClassListQuery, ClassPage, NewClass } from './schemas.js'
import { describeClass } from './show.js'

/** The routes that create, list, show and delete classes. */
export const classRoutes: FastifyPluginAsync<ManagementOptions> = async (app, options) => {
  const { authority, boardsMax, chooseSeed, clock, boardTtl } = options

  route(app, 'POST /classes', 'createClass', 'Create a class', {
    onRequest: async (request, reply) => authority.requireCreator(request, reply),
    description:
      'Creates a class with a board for each learner. The trainer secret is valid for the class and all its boards. Learners join with the joining code. The exercise, faults and defects of the class apply to all its boards.',
    security: OPTIONAL_SECURITY,
    body: ClassInput,
    responses: {
      201: [NewClass, 'The class with its boards.', locationOf('classes', 'The path of the class.')],
      ...tokenRequired,
      403: 'Boards cannot be created on this server.',
      507: 'The server has reached its maximum number of boards, or the snapshot exceeds the quota of a board.',
      ...tooMany,
    },
    handler: async (request, reply) => {
      const { name, faults, defects, exercise } = request.body
      const now = app.now()
      const content = readContent(request.body, clock)
      const read =
        exercise && readExercise(exercise, { before: null, now, defects: app.defects, chooseSeed }, 'exercise.')
      const { token, hash } = createToken()
      const id = createBoardId()
      const boards = newBoards(readLearnerNames(request.body), chooseSeed)
      const settings = {
        exercise: read?.exercise ?? null,
        faults:
          read?.changes.faults ??
          (faults ? toSettings(faults, 'faults.') : (content.snapshot?.faults.settings ?? null)),
        defects: read?.changes.defects ?? readDefects(app.defects, defects),
      }
      // Only valid requests count.
      if (!authority.isAdmin(request)) await app.limitBoardCreation(request, reply, boards.length)
      await app.store.createClass(
        {
          id,
          name,
          secretHash: hash,
          joinCode: createCode(JOIN_CODE_GROUPS),
          expiresAt: toTimestamp(clock() + boardTtl * 1000),
          isFrozen: false,
          isJoinable: true,
          ...settings,
        },
        boards,
        boardsMax,
        now,
      )
      const seed = exercise?.faults?.seed ?? faults?.seed
      try {
        const ids = boards.map((board) => board.id)
        await resetBoards(app, ids, content, () => seed ?? chooseSeed())
        requireClient(request)
      } catch (error) {
        // The client does not receive the secret.
        await app.store.deleteClass(id, now)
        throw error
      }
      const created = await describeClass(id, request, options)
      reply.header('location', `/classes/${id}`)
      return { ...created, trainerSecret: token }
    },
  })

  route(app, 'GET /classes', 'listClasses', 'List classes', {
    async onRequest(request, reply) {
      await authority.requireAnyTrainer(request, reply)
    },
    description:
      'With a trainer secret as the bearer token, returns the class of the trainer. With the administrator token, returns all classes, oldest first.',
    security: SECURITY,
    query: ClassListQuery,
    responses: { 200: [ClassPage, 'A page of classes.'], ...trainerSecretRequired },
    handler: async (request, reply) => {
      const paging = readPaging(request.query)
      const secretHash = await authority.requireAnyTrainer(request, reply)
      const { classes, total } = await app.store.listClasses({ ...paging, secretHash })
      return toPage(classes, total, paging, ({ isFrozen, ...listed }) => ({ ...listed, frozen: isFrozen }))
    },
  })

  route(app, 'GET /classes/:id', 'getClass', 'Get a class', {
    config: { waitsForLog: true },
    description: 'Returns the class with the activity, claims and score of every board.',
    responses: { 200: [Class, 'The class.'] },
    handler: (request) => describeClass(request.params.id, request, options),
  })

  route(app, 'GET /classes/:id/scores.csv', 'exportScores', 'Export the scores of a class', {
    config: { waitsForLog: true },
    description:
      'Returns the scores of the learners as CSV (RFC 4180) for spreadsheets. Boards without a learner and without requests are left out. `GET /classes/{id}` has them as JSON.',
    responses: {
      200: {
        description: 'The scores.',
        headers: {
          'Content-Disposition': { type: 'string', description: 'Browsers save the response as a file.' },
        },
        content: { [CSV_TYPE]: { schema: { type: 'string', example: CSV_EXAMPLE } } },
      },
    },
    handler: async (request, reply) => {
      const found = await describeClass(request.params.id, request, options)
      return reply
        .type(CSV_TYPE)
        .header('content-disposition', contentDisposition.create(fileNameOf(found)))
        .send(await toCsv(found))
    },
  })

  route(app, 'DELETE /classes/:id', 'deleteClass', 'Delete a class', {
    description: 'Deletes the class, all its boards and the names of its learners.',
    responses: { 204: 'The class is deleted.' },
    handler: ({ params }) => app.store.deleteClass(params.id, app.now()),
  })
}
