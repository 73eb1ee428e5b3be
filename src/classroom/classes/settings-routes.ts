import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { createCode, JOIN_CODE_GROUPS } from '../../contract/codes.js'
import { ValidationFailed } from '../../contract/errors.js'
import { ref } from '../../contract/schemas/builders.js'
import { emptyResponse, errors, jsonResponse } from '../../contract/schemas/responses.js'
import { createToken } from '../../contract/secrets.js'
import { defaultToEmptyBody } from '../boards/owner-routes.js'
import { ChallengeCatalogue } from '../challenges/schemas.js'
import { readDefects } from '../defects/owner-routes.js'
import { BoardDefects, BoardDefectsInput } from '../defects/schemas.js'
import { readExercise, readMoment } from '../exercises/read-exercise.js'
import { Exercise, ExerciseInput } from '../exercises/schemas.js'
import { showExercise } from '../exercises/show.js'
import { toSettings } from '../faults/owner-routes.js'
import { FaultSettingsInput } from '../faults/schemas.js'
import type { ManagementOptions } from '../options.js'
import { boardsOf, readContent, resetBoards } from './content.js'
import { Class, ClassChanges, ClassParams, ClassReset, JoinCode, TrainerSecret } from './schemas.js'
import { describeClass } from './show.js'

/** The routes that reset the boards of a class, change the settings that apply to all of them, and replace its secrets. */
export const classSettingsRoutes: FastifyPluginAsyncTypebox<ManagementOptions> = async (app, options) => {
  const { chooseSeed, clock } = options

  app.put('/classes/:id/exercise', {
    schema: {
      operationId: 'replaceClassExercise',
      summary: 'Configure the exercise of a class',
      description:
        'Replaces the exercise of all boards of the class. The rules are those of `PUT /boards/{id}/exercise`. If a new exercise begins, all claims are deleted, and all fault plans restart with new seeds.',
      params: ClassParams,
      body: ref(ExerciseInput),
      response: { 200: jsonResponse(Exercise, 'The exercise.'), ...errors({ 409: 'The exercise has ended.' }) },
    },
    handler: async ({ params: { id }, body }) => {
      const { exercise: before } = await app.store.getClass(id)
      const { exercise, changes } = readExercise(body, { before, now: app.now(), defects: app.defects, chooseSeed })
      await app.store.configureClassExercise(id, exercise, { ...changes, hasOwnSeeds: body.faults?.seed == null })
      return showExercise(exercise, app.now(), true)
    },
  })

  app.get('/classes/:id/exercise', {
    schema: {
      operationId: 'getClassExercise',
      summary: 'Get the exercise of a class',
      description: 'Returns the exercise of all boards of the class.',
      params: ClassParams,
      response: {
        200: jsonResponse(Exercise, 'The exercise.'),
        ...errors({ 404: 'The class does not exist, or it has no exercise.' }),
      },
    },
    handler: async ({ params }) => showExercise((await app.store.getClass(params.id)).exercise, app.now(), true),
  })

  app.get('/classes/:id/challenges', {
    schema: {
      operationId: 'listClassChallenges',
      summary: 'List the challenges that an exercise can have',
      description:
        'Returns all challenges with their levels. The `challenges` of an exercise are names of some of them, and of paths.',
      params: ClassParams,
      response: { 200: jsonResponse(ChallengeCatalogue, 'The challenges.') },
    },
    handler: async () => ({ challenges: app.challenges.map(({ name, title, level }) => ({ name, title, level })) }),
  })

  app.patch('/classes/:id', {
    schema: {
      operationId: 'changeClass',
      summary: 'Rename, freeze or extend a class',
      description:
        'Changes the name, the expiry, whether learners can join, or whether the class is frozen. While a class is frozen, its boards allow only reads, logins, refreshes and logouts. All other requests, including claims, return 423.',
      params: ClassParams,
      body: ref(ClassChanges),
      response: { 200: jsonResponse(Class, 'The class.') },
    },
    handler: async (request) => {
      const { id } = request.params
      const { name, frozen, joinable, expiresAt: given } = request.body
      const expiresAt = readMoment('expiresAt', given)
      if (expiresAt !== undefined && expiresAt <= app.now()) {
        throw new ValidationFailed({ expiresAt: 'ExpiresAt must be in the future' })
      }
      await app.store.configureClass(id, {
        ...(name != null && { name }),
        ...(frozen != null && { isFrozen: frozen }),
        ...(joinable != null && { isJoinable: joinable }),
        ...(expiresAt !== undefined && { expiresAt }),
      })
      return describeClass(id, request, options)
    },
  })

  app.put('/classes/:id/faults', {
    schema: {
      operationId: 'replaceClassFaults',
      summary: 'Configure the faults of a class',
      description:
        'Replaces the fault settings of all boards of the class, and restarts their fault plans. With a `seed`, all boards have the same plan. Without one, each board has its own plan.',
      params: ClassParams,
      body: ref(FaultSettingsInput),
      response: { 204: emptyResponse('The faults are configured.') },
    },
    handler: async ({ params: { id }, body }) => {
      await app.store.configureClassFaults(id, toSettings(body), body.seed ?? chooseSeed(), body.seed != null)
    },
  })

  app.put('/classes/:id/defects', {
    schema: {
      operationId: 'replaceClassDefects',
      summary: 'Configure the defects of a class',
      description: 'Replaces the defects of all boards of the class. The result of an exercise that has ended stays.',
      params: ClassParams,
      body: ref(BoardDefectsInput),
      response: { 200: jsonResponse(BoardDefects, 'The defects.') },
    },
    handler: async ({ params: { id }, body }) => {
      const defects = readDefects(app.defects, body.defects)
      await app.store.configureClass(id, { defects }, app.now())
      return { defects }
    },
  })

  app.post('/classes/:id/reset', {
    preValidation: defaultToEmptyBody,
    schema: {
      operationId: 'resetClass',
      summary: 'Reset all boards of a class',
      description:
        'Replaces the content of all boards, deletes all claims unless the exercise has ended, and restarts the fault plans with new seeds. Each board is reset in a transaction of its own. If the request fails, repeat it.',
      params: ClassParams,
      body: ref(ClassReset),
      response: {
        204: emptyResponse('All boards are reset.'),
        ...errors({ 507: 'The content exceeds the quota of a board.' }),
      },
    },
    handler: async ({ params: { id }, body }) => {
      await resetBoards(app, await boardsOf(app, id), readContent(body, clock), chooseSeed)
    },
  })

  app.post('/classes/:id/secret', {
    schema: {
      operationId: 'replaceTrainerSecret',
      summary: 'Replace the trainer secret',
      description: 'Returns a new trainer secret. The old one is no longer valid.',
      params: ClassParams,
      response: { 200: jsonResponse(TrainerSecret, 'The new trainer secret.') },
    },
    handler: async ({ params: { id } }) => {
      const { token, hash } = createToken()
      await app.store.configureClass(id, { secretHash: hash })
      return { trainerSecret: token }
    },
  })

  app.post('/classes/:id/code', {
    schema: {
      operationId: 'replaceJoinCode',
      summary: 'Replace the joining code',
      description: 'Returns a new joining code. The old one is no longer valid. Learners keep their boards.',
      params: ClassParams,
      response: { 200: jsonResponse(JoinCode, 'The new joining code.') },
    },
    handler: async ({ params: { id } }) => {
      const joinCode = createCode(JOIN_CODE_GROUPS)
      await app.store.configureClass(id, { joinCode })
      return { joinCode }
    },
  })
}
