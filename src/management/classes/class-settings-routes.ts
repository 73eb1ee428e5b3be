import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { ExerciseNotFound, ValidationFailed } from '../../contract/errors.js'
import { ref } from '../../contract/schemas/builders.js'
import { SECURITY } from '../../contract/schemas/owner-token.js'
import { bodyErrors, commonErrors, emptyResponse, errors, jsonResponse } from '../../contract/schemas/responses.js'
import { createCode, JOIN_CODE_GROUPS } from '../../secrets/codes.js'
import { createToken } from '../../secrets/secrets.js'
import { showExercise } from '../../training/show.js'
import { type BoardRoutesOptions, defaultToEmptyBody } from '../boards/board-routes.js'
import { readDefects } from '../defects/defect-routes.js'
import { BoardDefects, BoardDefectsInput } from '../defects/schemas.js'
import { readExercise, readMoment } from '../exercises/read-exercise.js'
import { Exercise, ExerciseInput } from '../exercises/schemas.js'
import { toSettings } from '../faults/fault-routes.js'
import { FaultSettingsInput } from '../faults/schemas.js'
import { CLASS_TAG, trainerErrors, trainerOnly } from '../trainer-only.js'
import { FOREVER, forEachBoard, resetBoards } from './class-content.js'
import { describeClass } from './describe-class.js'
import { Class, ClassChanges, ClassParams, ClassReset, JoinCode, TrainerSecret } from './schemas.js'

const tags = [CLASS_TAG]

/** The routes that reset the boards of a class, and change the settings of the class, which apply to all its boards. */
export const classSettingsRoutes: FastifyPluginAsyncTypebox<BoardRoutesOptions> = async (app, options) => {
  const { authority, chooseSeed, clock } = options
  const onRequest = trainerOnly(authority)

  app.patch(
    '/classes/:id',
    {
      onRequest,
      schema: {
        operationId: 'changeClass',
        tags,
        summary: 'Rename, freeze or extend a class',
        description:
          'Changes the name, the expiry, or whether the class is frozen. While a class is frozen, its boards allow only reads, logins, refreshes and logouts. All other requests, including claims, return 423.',
        security: SECURITY,
        params: ClassParams,
        body: ref(ClassChanges),
        response: { 200: jsonResponse(Class, 'The class.'), ...bodyErrors, ...trainerErrors },
      },
    },
    async (request) => {
      const { id } = request.params
      const { name, frozen, expiresAt: given } = request.body
      const expiresAt = readMoment('expiresAt', given)
      if (expiresAt !== undefined && expiresAt <= app.now()) {
        throw new ValidationFailed({ expiresAt: 'ExpiresAt must be in the future' })
      }
      await app.flushJournals(await boardsOf(id))
      await app.store.configureClass(id, {
        ...(name != null && { name }),
        ...(frozen != null && { isFrozen: frozen }),
        ...(expiresAt !== undefined && { expiresAt }),
      })
      const [changed, boards] = await Promise.all([app.store.getClass(id), app.store.readClassBoards(id)])
      return describeClass(changed, boards, request, options)
    },
  )

  app.put(
    '/classes/:id/exercise',
    {
      onRequest,
      schema: {
        operationId: 'replaceClassExercise',
        tags,
        summary: 'Configure the exercise of a class',
        description:
          'Replaces the exercise of all boards of the class. The rules are those of `PUT /boards/{id}/exercise`. If a new exercise begins, all claims are deleted, and all fault plans restart with new seeds. If the request fails, repeat it.',
        security: SECURITY,
        params: ClassParams,
        body: ref(ExerciseInput),
        response: {
          200: jsonResponse(Exercise, 'The exercise.'),
          ...bodyErrors,
          ...trainerErrors,
          ...errors({ 409: 'The exercise has ended.' }),
        },
      },
    },
    async ({ params: { id }, body }) => {
      const { exercise: before } = await app.store.getClass(id)
      const now = app.now()
      const { exercise, changes } = readExercise(body, { before, now, defects: app.defects, chooseSeed })
      await app.flushJournals(await boardsOf(id))
      const { faults, defects, restarts, seed } = changes
      // An exercise that starts in the past begins without the claims that were made since then.
      const since = restarts ? latest(exercise.startsAt, now) : before?.restartsSince
      await app.store.configureClass(id, {
        exercise: { ...exercise, ...(since && { restartsSince: since }) },
        ...(faults && { faults }),
        ...(defects && { defects }),
      })
      // A repeated request keeps the claims of boards that have already restarted.
      if (since !== undefined || seed !== undefined) {
        await restart(id, restarts ? FOREVER : (since ?? null), body.faults?.seed)
      }
      if (since !== undefined) await app.store.configureClass(id, { exercise })
      return showExercise(exercise, app.now())
    },
  )

  app.get(
    '/classes/:id/exercise',
    {
      onRequest,
      schema: {
        operationId: 'getClassExercise',
        tags,
        summary: 'Get the exercise of a class',
        description: 'Returns the exercise of all boards of the class.',
        security: SECURITY,
        params: ClassParams,
        response: {
          200: jsonResponse(Exercise, 'The exercise.'),
          ...commonErrors,
          ...trainerErrors,
          ...errors({ 404: 'The class does not exist, or it has no exercise.' }),
        },
      },
    },
    async ({ params: { id } }) => {
      const { exercise } = await app.store.getClass(id)
      if (exercise === null) throw new ExerciseNotFound()
      return showExercise(exercise, app.now())
    },
  )

  app.put(
    '/classes/:id/faults',
    {
      onRequest,
      schema: {
        operationId: 'replaceClassFaults',
        tags,
        summary: 'Configure the faults of a class',
        description:
          'Replaces the fault settings of all boards of the class, and restarts their fault plans. With a `seed`, all boards have the same plan. Without one, each board has its own plan.',
        security: SECURITY,
        params: ClassParams,
        body: ref(FaultSettingsInput),
        response: { 204: emptyResponse('The faults are configured.'), ...bodyErrors, ...trainerErrors },
      },
    },
    async ({ params: { id }, body }, reply) => {
      const faults = toSettings(body)
      await app.flushJournals(await boardsOf(id))
      await app.store.configureClass(id, { faults })
      await restart(id, null, body.seed)
      return reply.code(204).send(null)
    },
  )

  app.put(
    '/classes/:id/defects',
    {
      onRequest,
      schema: {
        operationId: 'replaceClassDefects',
        tags,
        summary: 'Configure the defects of a class',
        description: 'Replaces the defects of all boards of the class.',
        security: SECURITY,
        params: ClassParams,
        body: ref(BoardDefectsInput),
        response: { 200: jsonResponse(BoardDefects, 'The defects.'), ...bodyErrors, ...trainerErrors },
      },
    },
    async ({ params: { id }, body }) => {
      const defects = readDefects(app.defects, body.defects)
      await app.flushJournals(await boardsOf(id))
      await app.store.configureClass(id, { defects })
      return { defects }
    },
  )

  app.post(
    '/classes/:id/reset',
    {
      onRequest,
      preValidation: defaultToEmptyBody,
      schema: {
        operationId: 'resetClass',
        tags,
        summary: 'Reset all boards of a class',
        description:
          'Replaces the content of all boards, deletes all claims, and restarts the fault plans with new seeds. Each board is reset in a transaction of its own. If the request fails, repeat it.',
        security: SECURITY,
        params: ClassParams,
        body: ref(ClassReset),
        response: {
          204: emptyResponse('All boards are reset.'),
          ...bodyErrors,
          ...trainerErrors,
          ...errors({ 507: 'The content exceeds the quota of a board.' }),
        },
      },
    },
    async ({ params: { id }, body }, reply) => {
      const { fixture, snapshot } = body
      if (fixture != null && snapshot != null) {
        throw new ValidationFailed({ snapshot: 'Must be omitted if there is a fixture' })
      }
      const boards = await boardsOf(id)
      await app.flushJournals(boards)
      await resetBoards(app, boards, { fixture, snapshot }, { clock, chooseSeed })
      return reply.code(204).send(null)
    },
  )

  app.post(
    '/classes/:id/secret',
    {
      onRequest,
      schema: {
        operationId: 'replaceTrainerSecret',
        tags,
        summary: 'Replace the trainer secret',
        description: 'Returns a new trainer secret. The old one is no longer valid.',
        security: SECURITY,
        params: ClassParams,
        response: { 200: jsonResponse(TrainerSecret, 'The new trainer secret.'), ...bodyErrors, ...trainerErrors },
      },
    },
    async ({ params: { id } }) => {
      const { token, hash } = createToken()
      await app.store.configureClass(id, { secretHash: hash })
      return { trainerSecret: token }
    },
  )

  app.post(
    '/classes/:id/code',
    {
      onRequest,
      schema: {
        operationId: 'replaceJoinCode',
        tags,
        summary: 'Replace the joining code',
        description: 'Returns a new joining code. The old one is no longer valid. Learners keep their boards.',
        security: SECURITY,
        params: ClassParams,
        response: { 200: jsonResponse(JoinCode, 'The new joining code.'), ...bodyErrors, ...trainerErrors },
      },
    },
    async ({ params: { id } }) => {
      const joinCode = createCode(JOIN_CODE_GROUPS)
      await app.store.configureClass(id, { joinCode })
      return { joinCode }
    },
  )

  async function boardsOf(id: string): Promise<string[]> {
    return (await app.store.listLearners(id)).map((learner) => learner.id)
  }

  /** Restarts the fault plans of all boards, and their scores if a new exercise begins. */
  async function restart(id: string, since: string | null, seed: number | null | undefined): Promise<void> {
    await forEachBoard(await boardsOf(id), (board) => app.store.restartBoard(board, seed ?? chooseSeed(), since))
  }
}

function latest(time: string, other: string): string {
  return time > other ? time : other
}
