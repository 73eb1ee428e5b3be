import type { FastifyInstance } from 'fastify'
import { type Account, DEFAULT_ACCOUNTS } from './auth/accounts.js'
import { type AuthOptions, auth } from './auth/index.js'
import { type ChaosOptions, chaos } from './chaos/index.js'
import { describeFaults } from './chaos/prose.js'
import { taskExamples } from './openapi/examples.js'
import { openapi } from './openapi/plugin.js'
import { attachmentRoutes } from './routes/attachments.js'
import { commentRoutes } from './routes/comments.js'
import { taskRoutes } from './routes/tasks.js'
import { COMPONENTS } from './schemas/components.js'

/** A variant of the service (specification, section 1). */
export interface Variant {
  /** Its name, in paths and file names. */
  name: string
  title: string
  /** What the published document says of it, as Markdown. */
  describe(options: VariantOptions): string
  /** Whether its operations ask for a bearer token. */
  auth?: true
  /** Whether faults are injected. */
  chaos?: true
}

const AUTHENTICATION_TAG = { name: 'Authentication', description: 'Sessions and their tokens.' }
const TASK_TAGS = [
  { name: 'Tasks', description: 'The tasks of the board.' },
  { name: 'Comments', description: 'What people say about a task.' },
  { name: 'Attachments', description: 'Files that belong to a task.' },
]

/** How a client asks for faults, and how it hears of them. */
const ASKING =
  'A request may ask for its faults: `Prefer: fault=date-mix`, several as `fault="date-mix slow-response"`, none as `fault=none` (RFC 7240). The answer says so in `Preference-Applied`. Where the owner of a private board wants faults disclosed, `Fault-Injected` names those that have changed the answer.'

/** Stands in the examples where the accounts are not the published ones. */
const SOME_ACCOUNT: Account = { username: 'ada', password: 'the password of ada', role: 'USER' }

function describeAccount({ username, password, role }: Account): string {
  return `\`${username}\`/\`${password}\` (${role})`
}

/** THE table of variants: another one is another entry. */
export const VARIANTS: readonly [Variant, ...Variant[]] = [
  {
    name: 'v1',
    title: 'Task Board Service v1',
    describe: () => 'The task board, open to everybody. All variants share one board.',
  },
  {
    name: 'v2',
    title: 'Task Board Service v2',
    describe: ({ accounts }) =>
      [
        'The task board of v1 behind JWT bearer authentication. Log in, then send the `token` as `Authorization: Bearer <token>`.',
        ...(accounts === DEFAULT_ACCOUNTS
          ? [`Accounts: ${DEFAULT_ACCOUNTS.map(describeAccount).join(', ')}.`]
          : []),
      ].join(' '),
    auth: true,
  },
  {
    name: 'buggy',
    title: 'Task Board Service buggy',
    describe: (options) =>
      [
        "The task board of v1 with faults. This document is v1's contract, and the faults are breaches of it, at these rates:",
        describeFaults(options),
        ASKING,
      ].join('\n\n'),
    chaos: true,
  },
]

/** The path of a variant. */
export function variantPath({ name }: Variant): string {
  return `/api/${name}`
}

export interface VariantOptions extends AuthOptions, ChaosOptions {
  publicUrl?: string | undefined
  /** Whether the default board has quotas. */
  hasQuotas?: boolean
}

/** Registers every variant: the same routes under each prefix, with the hooks that make the difference. */
export async function registerVariants(app: FastifyInstance, options: VariantOptions): Promise<void> {
  for (const variant of VARIANTS) {
    const prefix = variantPath(variant)
    await app.register(
      async (scope) => {
        for (const schema of COMPONENTS) scope.addSchema(schema)
        await scope.register(openapi, {
          name: variant.name,
          prefix,
          title: variant.title,
          description: variant.describe(options),
          tags: variant.auth ? [AUTHENTICATION_TAG, ...TASK_TAGS] : TASK_TAGS,
          bearer: variant.auth && { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
          publicUrl: options.publicUrl,
          hasQuotas: options.hasQuotas ?? false,
          examples: taskExamples({
            prefix,
            account: options.accounts === DEFAULT_ACCOUNTS ? DEFAULT_ACCOUNTS[0] : SOME_ACCOUNT,
            accessTokenTtl: options.accessTokenTtl,
          }),
        })
        // A scope of its own, so that the documents are never guarded and never faulted.
        await scope.register(async (api) => {
          if (variant.auth) await api.register(auth, options)
          if (variant.chaos) await api.register(chaos, options)
          await api.register(taskRoutes)
          await api.register(commentRoutes)
          await api.register(attachmentRoutes)
        })
      },
      { prefix },
    )
  }
}
