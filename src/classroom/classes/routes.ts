/** Classes: their boards, learners, settings and tables. @module */

import contentDisposition from 'content-disposition'
import type { FastifyPluginAsync } from 'fastify'
import { createBoardId } from '../../contract/board-id.js'
import { createCode, JOIN_CODE_GROUPS } from '../../contract/codes.js'
import { ValidationFailed } from '../../contract/errors.js'
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
import { locationOf, route } from '../../http/route.js'
import { newBoards, requireClient } from '../boards/create-boards.js'
import { defaultToEmptyBody } from '../boards/routes.js'
import { ChallengeCatalogue } from '../challenges/schemas.js'
import { readDefects } from '../defects/routes.js'
import { BoardDefects, BoardDefectsInput } from '../defects/schemas.js'
import { readExercise, readMoment } from '../exercises/read-exercise.js'
import { showExercise } from '../exercises/routes.js'
import { Exercise, ExerciseInput } from '../exercises/schemas.js'
import { toSettings } from '../faults/routes.js'
import { FaultSettingsInput } from '../faults/schemas.js'
import type { ManagementOptions } from '../options.js'
import { boardsOf, readContent, readLearnerNames, resetBoards } from './content.js'
import { CSV_EXAMPLE, CSV_TYPE, fileNameOf, toCsv } from './csv.js'
import * as schema from './schemas.js'
import { describeClass } from './show.js'

/** The routes of classes, of the settings that apply to all their boards, and of their secrets. */
export const classRoutes: FastifyPluginAsync<ManagementOptions> = async (app, options) => {
  const { authority, boardsMax, chooseSeed, clock, boardTtl } = options

  route(app, 'POST /classes', 'createClass', 'Create a class', {
    onRequest: async (request, reply) => authority.requireCreator(request, reply),
    description:
      'Creates a class with a board for each learner. The trainer secret is valid for the class and all its boards. Learners join with the joining code. The exercise, faults and defects of the class apply to all its boards.',
    security: OPTIONAL_SECURITY,
    body: schema.ClassInput,
    responses: {
      201: [schema.NewClass, 'The class with its boards.', locationOf('classes', 'The path of the class.')],
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
      // The owner tokens are not returned. The trainer can create new ones.
      const boards = newBoards(readLearnerNames(request.body), chooseSeed)
      const settings = {
        exercise: read?.exercise ?? null,
        faults: read?.faults ?? (faults ? toSettings(faults, 'faults.') : (content.snapshot?.faults.settings ?? null)),
        defects: read?.defects ?? readDefects(app.defects, defects),
      }
      // Only valid requests count.
      if (!authority.isAdmin(request)) app.limitBoardCreation(request, reply, boards.length)
      await app.store.createClass(
        {
          id,
          name,
          secretHash: hash,
          joinCode: createCode(JOIN_CODE_GROUPS),
          expiresAt: toTimestamp(clock() + boardTtl * 1000),
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
        await app.store.deleteClass(id)
        throw error
      }
      const created = await describeClass(id, request, options)
      reply.header('location', `/classes/${id}`)
      return { ...created, trainerSecret: token }
    },
  })

  route(app, 'GET /classes', 'listClasses', 'List classes', {
    onRequest: async (request, reply) => authority.requireAnyTrainer(request, reply),
    description:
      'With a trainer secret as the bearer token, returns the class of the trainer. With the administrator token, returns all classes, oldest first.',
    security: SECURITY,
    query: schema.ClassListQuery,
    responses: { 200: [schema.ClassPage, 'A page of classes.'], ...trainerSecretRequired },
    handler: async (request, reply) => {
      const paging = readPaging(request.query)
      const secretHash = await authority.requireAnyTrainer(request, reply)
      const { classes, total } = await app.store.listClasses({ ...paging, secretHash })
      return toPage(classes, total, paging)
    },
  })

  route(app, 'GET /classes/:id', 'getClass', 'Get a class', {
    config: { waitsForLog: true },
    description: 'Returns the class with the activity, claims and score of every board.',
    responses: { 200: [schema.Class, 'The class.'] },
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
    handler: ({ params }) => app.store.deleteClass(params.id),
  })

  route(app, 'PUT /classes/:id/exercise', 'replaceClassExercise', 'Configure the exercise of a class', {
    description:
      'Replaces the exercise of all boards of the class. The rules are those of `PUT /boards/{id}/exercise`. If a new exercise begins, all claims are deleted, and all fault plans restart with new seeds.',
    body: ExerciseInput,
    responses: { 200: [Exercise, 'The exercise.'], 409: 'The exercise has ended.' },
    handler: async ({ params: { id }, body }) => {
      const { defects } = app
      const exercise = await app.store.configureClassExercise(id, (before) => ({
        ...readExercise(body, { before, now: app.now(), defects, chooseSeed }),
        hasOwnSeeds: body.faults?.seed == null,
      }))
      return showExercise(exercise, app.now(), true)
    },
  })

  route(app, 'GET /classes/:id/exercise', 'getClassExercise', 'Get the exercise of a class', {
    description: 'Returns the exercise of all boards of the class.',
    responses: { 200: [Exercise, 'The exercise.'], 404: 'The class does not exist, or it has no exercise.' },
    handler: async ({ params }) => showExercise((await app.store.getClass(params.id)).exercise, app.now(), true),
  })

  route(app, 'GET /classes/:id/challenges', 'listClassChallenges', 'List the challenges that an exercise can have', {
    description:
      'Returns all challenges with their levels. The `challenges` of an exercise are names of some of them, and of paths.',
    responses: { 200: [ChallengeCatalogue, 'The challenges.'] },
    handler: async () => ({ challenges: app.challenges.map(({ name, title, level }) => ({ name, title, level })) }),
  })

  route(app, 'PATCH /classes/:id', 'changeClass', 'Rename, freeze or extend a class', {
    description:
      'Changes the name, the expiry, whether learners can join, or whether the class is frozen. While a class is frozen, its boards allow only reads, logins, refreshes and logouts. All other requests, including claims, return 423.',
    body: schema.ClassChanges,
    responses: { 200: [schema.Class, 'The class.'] },
    handler: async (request) => {
      const { id } = request.params
      const { name, frozen, joinable, expiresAt: given } = request.body
      const expiresAt = readMoment('expiresAt', given)
      if (expiresAt !== undefined && expiresAt <= app.now()) {
        throw new ValidationFailed({ expiresAt: 'ExpiresAt must be in the future' })
      }
      await app.store.configureClass(id, { name, frozen, joinable, expiresAt })
      return describeClass(id, request, options)
    },
  })

  route(app, 'PUT /classes/:id/faults', 'replaceClassFaults', 'Configure the faults of a class', {
    description:
      'Replaces the fault settings of all boards of the class, and restarts their fault plans. With a `seed`, all boards have the same plan. Without one, each board has its own plan.',
    body: FaultSettingsInput,
    responses: { 204: 'The faults are configured.' },
    handler: async ({ params: { id }, body }) => {
      await app.store.configureClassFaults(id, toSettings(body), body.seed ?? chooseSeed(), body.seed != null)
    },
  })

  route(app, 'PUT /classes/:id/defects', 'replaceClassDefects', 'Configure the defects of a class', {
    description: 'Replaces the defects of all boards of the class. The result of an exercise that has ended stays.',
    body: BoardDefectsInput,
    responses: { 200: [BoardDefects, 'The defects.'] },
    handler: async ({ params: { id }, body }) => {
      const defects = readDefects(app.defects, body.defects)
      await app.store.configureClass(id, { defects }, app.now())
      return { defects }
    },
  })

  route(app, 'POST /classes/:id/reset', 'resetClass', 'Reset all boards of a class', {
    preValidation: defaultToEmptyBody,
    description:
      'Replaces the content of all boards, deletes all claims unless the exercise has ended, and restarts the fault plans with new seeds. Each board is reset in a transaction of its own. If the request fails, repeat it.',
    body: schema.ClassReset,
    responses: { 204: 'All boards are reset.', 507: 'The content exceeds the quota of a board.' },
    handler: async ({ params: { id }, body }) => {
      await resetBoards(app, await boardsOf(app, id), readContent(body, clock), chooseSeed)
    },
  })

  route(app, 'POST /classes/:id/secret', 'replaceTrainerSecret', 'Replace the trainer secret', {
    description: 'Returns a new trainer secret. The old one is no longer valid.',
    responses: { 200: [schema.TrainerSecret, 'The new trainer secret.'] },
    handler: async ({ params: { id } }) => {
      const { token, hash } = createToken()
      await app.store.configureClass(id, { secretHash: hash })
      return { trainerSecret: token }
    },
  })

  route(app, 'POST /classes/:id/code', 'replaceJoinCode', 'Replace the joining code', {
    description: 'Returns a new joining code. The old one is no longer valid. Learners keep their boards.',
    responses: { 200: [schema.JoinCode, 'The new joining code.'] },
    handler: async ({ params: { id } }) => {
      const joinCode = createCode(JOIN_CODE_GROUPS)
      await app.store.configureClass(id, { joinCode })
      return { joinCode }
    },
  })
}
