import type { FastifyInstance, FastifyPluginAsync, FastifyPluginCallback, FastifySchema } from 'fastify'
import type { OpenAPIV3 } from 'openapi-types'
import { type Account, DEFAULT_ACCOUNTS } from './auth/accounts.js'
import { type AuthOptions, auth } from './auth/index.js'
import { type ChaosOptions, chaos } from './chaos/index.js'
import { describeFaults } from './chaos/prose.js'
import type { Section } from './contract/schemas/section.js'
import { variantPath } from './contract/variant-path.js'
import type { Edition, OperationGroup, TaskRules } from './editions/edition.js'
import { announceDeprecation } from './http/announce-deprecation.js'
import { documentOperations } from './http/document-operations.js'
import { taskExamples } from './openapi/examples.js'
import { openapi } from './openapi/plugin.js'
import { attachmentRoutes } from './routes/attachments.js'
import { commentRoutes } from './routes/comments.js'
import { deleteAllRoutes } from './routes/delete-all.js'
import { reorderRoutes } from './routes/reorder.js'
import { taskRoutes } from './routes/tasks.js'

/** The options of all variants. */
export interface VariantOptions extends AuthOptions, ChaosOptions {
  /** The edition of the contract. */
  edition: Edition
  publicUrl?: string | undefined
  /** Whether the default board has quotas. */
  hasQuotas?: boolean
}

/** A variant of the service (specification, section 1). */
export interface Variant {
  /** The name. It is part of paths and file names. */
  name: string
  title: string
  /** Returns the description for the published document, as Markdown. */
  describe(options: VariantOptions): string
  /** Returns the sections of the published document that say more. */
  sections?(options: VariantOptions): Section[]
  /** The plugins that the variant adds to the task routes. They change every route in their scope. */
  plugins: readonly FastifyPluginCallback<VariantOptions>[]
  /** The security scheme of the published document. */
  bearer?: OpenAPIV3.HttpSecurityScheme
}

/** The table of variants. To add a variant, add an entry. */
export const VARIANTS: readonly [Variant, ...Variant[]] = [
  {
    name: 'v1',
    title: 'Task Board Service v1',
    describe: () =>
      'Start with `GET /tasks`: it returns the tasks of the board. `POST /tasks` creates one. v1 needs no authentication. All variants share one board.',
    plugins: [],
  },
  {
    name: 'v2',
    title: 'Task Board Service v2',
    describe: ({ accounts }) =>
      [
        'Start with `POST /auth/login`. Send the `token` in its response as `Authorization: Bearer <token>` with all other requests.',
        ...(accounts === DEFAULT_ACCOUNTS ? [`Accounts: ${DEFAULT_ACCOUNTS.map(describeAccount).join(', ')}.`] : []),
      ].join(' '),
    plugins: [auth],
    bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
  },
  {
    name: 'buggy',
    title: 'Task Board Service buggy',
    describe: () =>
      'Start with `GET /tasks`, and repeat it: some responses break the contract of v1. To choose a fault, send `Prefer: fault=date-mix`.',
    sections: (options) => [
      {
        name: 'Faults of buggy',
        description: [
          'This document describes the responses without faults. Faults change responses at these rates:',
          describeFaults(options),
          '`Prefer: fault="date-mix slow-response"` chooses several faults for a request, and `Prefer: fault=none` chooses none (RFC 7240). `Preference-Applied` in the response confirms the choice. The owner of a private board can disclose faults. `Fault-Injected` then names the faults that changed the response.',
        ].join('\n\n'),
      },
    ],
    plugins: [chaos],
  },
]

/** The base paths of all variants. */
export const BASE_PATHS = VARIANTS.map(({ name }) => variantPath(name))

/** The operations of each group. */
const ROUTES: Record<OperationGroup, FastifyPluginAsync<{ rules: TaskRules }>> = {
  tasks: taskRoutes,
  deleteAll: deleteAllRoutes,
  reorder: reorderRoutes,
  comments: commentRoutes,
  attachments: attachmentRoutes,
}

function describeAccount({ username, password, role }: Account): string {
  return `\`${username}\`/\`${password}\` (${role})`
}

/** The account in the examples if the accounts are configured. */
const EXAMPLE_ACCOUNT: Account = { username: 'ada', password: 'the password of ada', role: 'USER' }

/** Registers every variant: the same task routes under each prefix, with the plugins of the variant. */
export async function registerVariants(app: FastifyInstance, options: VariantOptions): Promise<void> {
  for (const variant of VARIANTS) {
    await app.register((scope) => registerVariant(scope, variant, options), {
      prefix: variantPath(variant.name),
    })
  }
}

async function registerVariant(
  scope: FastifyInstance,
  { name, title, describe, sections, plugins, bearer }: Variant,
  options: VariantOptions,
): Promise<void> {
  const { edition, accounts, accessTokenTtl, publicUrl, hasQuotas = false } = options
  const { components, tasks: rules } = edition
  const prefix = variantPath(name)
  const exampleAccounts = accounts === DEFAULT_ACCOUNTS ? DEFAULT_ACCOUNTS : ([EXAMPLE_ACCOUNT] as const)
  for (const schema of components) scope.addSchema(schema)
  await scope.register(openapi, {
    name,
    title: title + edition.titleSuffix,
    prefix,
    bearer,
    publicUrl,
    hasQuotas,
    description: describe(options),
    sections: [...edition.sections(name), ...(sections?.(options) ?? [])],
    examples: taskExamples({ prefix, accounts: exampleAccounts, accessTokenTtl, components }),
  })
  // The plugins have a separate scope, because they must not affect requests for documents.
  await scope.register(async (api) => {
    documentOperations(api)
    // Before the plugins, because they can add to the description.
    api.addHook('onRoute', ({ schema = {} }) => describeOperation(schema, edition))
    if (edition.deprecation !== undefined) announceDeprecation(api, edition.deprecation)
    for (const plugin of plugins) await api.register(plugin, options)
    for (const group of edition.operationsOf(name)) await api.register(ROUTES[group], { rules })
  })
}

function describeOperation(schema: FastifySchema, { descriptions }: Edition): void {
  const description = descriptions[schema.operationId ?? '']
  if (description !== undefined) schema.description = description
}
