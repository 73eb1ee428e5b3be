/** The catalogue of defects, and the defects of a board. @module */

import type { FastifyPluginAsync } from 'fastify'
import { caseOf } from '../../api/defects/catalogue.js'
import type { Defect } from '../../api/defects/defect.js'
import { NoTest, planTestOf, printTest } from '../../api/defects/print-test.js'
import { isDefectOrSet, resolveDefects, SET_NAMES, setsOf } from '../../api/defects/sets.js'
import { VARIANTS } from '../../api/variants.js'
import { DEFAULT_BOARD } from '../../contract/board-id.js'
import { DefaultBoardWithoutDefects, DefectNotFound, ValidationFailed } from '../../contract/errors.js'
import { route } from '../../http/route.js'
import { describeExposure, difficultyOf } from '../../rules/exposures/describe.js'
import { type Style, styleOf } from '../../rules/exposures/print/styles.js'
import * as schema from './schemas.js'

/** The routes of the defects of a board, and of the catalogue of defects. */
export const defectRoutes: FastifyPluginAsync = async (app) => {
  route(app, 'GET /defects', 'listDefects', 'List the defects', {
    description: 'Returns every defect that a private board can have, with the rule that it breaks.',
    security: [],
    responses: { 200: [schema.DefectCatalogue, 'The defects and their sets.'] },
    handler: async () => ({ defects: app.defects.map(describeDefect), sets: SET_NAMES }),
  })

  route(app, 'GET /defects/:name/test', 'getDefectTest', 'Get a test that finds a defect', {
    description:
      'Returns a test that passes on a correct service and fails on a board with the defect, as the source code of a file. It contains what `exposedBy` of the defect says.',
    security: [],
    query: schema.TestQuery,
    responses: {
      200: {
        description: 'The test.',
        content: { [schema.TEST_TYPE]: { schema: { type: 'string' } } },
      },
      404: 'The defect does not exist.',
    },
    handler: async ({ params: { name }, query: { as = 'node-test', variant } }, reply) => {
      const defect = app.defects.find((each) => each.name === name)
      if (defect === undefined) throw new DefectNotFound(name)
      // The variant may not have the defect, or the style may not express the test.
      const plan = inField('variant', () => planTestOf(defect, variant))
      const { code } = inField('as', () => printTest(plan, styleOf(as) as Style))
      return reply.type(schema.TEST_TYPE).send(code)
    },
  })

  route(app, 'GET /boards/:id/defects', 'getDefects', 'Get the defects of a board', {
    description: 'Returns the names of the defects of the board.',
    responses: { 200: [schema.BoardDefects, 'The defects of the board.'] },
    handler: async ({ params }) => {
      const { defects } = await app.store.readState(params.id)
      return { defects: Object.keys(defects ?? {}) }
    },
  })

  route(app, 'GET /boards/:id/defects/effects', 'listDefectEffects', 'List what the defects of a board have changed', {
    config: { waitsForLog: true },
    description:
      'Returns how many responses and writes each defect of the board has changed since it was configured, and the first request of each kind. A test suite that fails on the board has found a defect only if the defect has changed something.',
    responses: { 200: [schema.DefectEffects, 'The effects of the defects.'] },
    handler: async ({ params }) => {
      return { effects: await app.store.listEffects(params.id) }
    },
  })

  route(app, 'PUT /boards/:id/defects', 'replaceDefects', 'Configure the defects of a board', {
    config: { configuresBoard: true },
    description:
      'Replaces the defects of the board. From the next request on, v1, v2 and buggy of the board have them. The content of the board does not change.',
    body: schema.BoardDefectsInput,
    responses: {
      200: [schema.BoardDefects, 'The new defects of the board.'],
      403: 'The default board cannot have defects.',
    },
    handler: async ({ params, body }) => {
      const defects = readDefects(app.defects, body.defects)
      if (params.id === DEFAULT_BOARD) throw new DefaultBoardWithoutDefects()
      await app.store.configureDefects(params.id, defects, app.now())
      return { defects }
    },
  })
}

/**
 * Returns the names of the defects in a request. Sets are resolved.
 *
 * @param defects the defects that boards can have
 * @param prefix the path of the list in the body, for the keys of `errors`
 * @throws ValidationFailed if a name is unknown
 */
export function readDefects(
  defects: readonly Defect[],
  names: readonly string[] | null | undefined,
  prefix = '',
): string[] {
  const problems = Object.entries(names ?? {})
    .filter(([, name]) => !isDefectOrSet(defects, name))
    .map(([index, name]) => [
      `${prefix}defects[${index}]`,
      `There is no defect or set '${name}'. GET /defects lists all defects and sets`,
    ])
  if (problems.length > 0) throw new ValidationFailed(Object.fromEntries(problems))
  return resolveDefects(defects, names ?? [])
}

/** @throws ValidationFailed for a field, if there is no test */
function inField<Result>(name: string, read: () => Result): Result {
  try {
    return read()
  } catch (error) {
    throw error instanceof NoTest ? new ValidationFailed({ [name]: error.message }) : error
  }
}

/** Returns a defect as in responses. */
export function describeDefect(defect: Defect) {
  const { code, name, title, rule, area, quality, operations, severity } = defect
  const { variants = VARIANTS.map((variant) => variant.name) } = defect
  const exposure = caseOf(defect)
  return {
    code,
    name,
    title,
    rule,
    exposedBy: describeExposure(exposure),
    area,
    quality,
    operations,
    variants,
    severity,
    difficulty: difficultyOf(exposure),
    sets: setsOf(defect),
  }
}
