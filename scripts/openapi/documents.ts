import type { OpenAPIV3 } from 'openapi-types'
import { type Account, DEFAULT_ACCOUNTS } from '../../src/api/auth/accounts.js'
import { boardPath } from '../../src/api/boards/prefix.js'
import { FAULTS } from '../../src/api/buggy/faults.js'
import type { Edition } from '../../src/api/editions/edition.js'
import { VARIANTS } from '../../src/api/variants.js'
import { percentOf } from '../../src/contract/numbers.js'
import { variantPath } from '../../src/contract/variant-path.js'
import { EXAMPLE_BOARD } from '../../src/site/documents.js'
import { MANAGEMENT_EXAMPLES } from './examples/boards.js'
import type { Examples } from './examples/example.js'
import { taskExamples } from './examples/tasks.js'
import { TRAINING_EXAMPLES } from './examples/training.js'

/** A section of prose in a document. It is published as a tag without operations, which documentation tools show. */
export interface Section {
  /** The heading. */
  name: string
  /** The text, as Markdown. */
  description: string
}

/** What a document says about its operations as a whole. */
export interface DocumentSource {
  name: string
  title: string
  /** The description, as Markdown. It is in the head of generated files, so it has at most 300 characters. */
  description: string
  /** The sections that say more. */
  sections: readonly Section[]
  /** The security scheme of operations that need a bearer token. */
  bearer?: OpenAPIV3.HttpSecurityScheme
  /** The operations whose request body is optional. */
  optionalBodies?: readonly string[]
  /** The base path of all operations. In the document, it is part of the server URL. */
  prefix: string
  server: OpenAPIV3.ServerObject
  examples: Examples
}

/** The description, the sections and the security scheme of each variant. */
const VARIANT_PROSE: Readonly<Record<string, Pick<DocumentSource, 'description' | 'sections' | 'bearer'>>> = {
  v1: {
    description:
      'Start with `GET /tasks`: it returns the tasks of the board. `POST /tasks` creates one. v1 needs no authentication. All variants share one board.',
    sections: [],
  },
  v2: {
    description: `Start with \`POST /auth/login\`. Send the \`token\` in its response as \`Authorization: Bearer <token>\` with all other requests. Accounts: ${DEFAULT_ACCOUNTS.map(describeAccount).join(', ')}.`,
    sections: [],
    bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
  },
  buggy: {
    description:
      'Start with `GET /tasks`, and repeat it: some responses break the contract of v1. To choose a fault, send `Prefer: fault=date-mix`.',
    sections: [{ name: 'Faults of buggy', description: describeFaults() }],
  },
}

/** The documents that are the same in all editions. */
export const OTHERS: readonly DocumentSource[] = [
  {
    name: 'boards',
    title: 'Task Board Service boards',
    description:
      'Start with `POST /boards`: it creates a private board. The response contains its `baseUrl`, which is the base URL of a complete service with all variants, and its `ownerToken`, the bearer token of all other operations on the board.',
    sections: [
      {
        name: 'Web pages',
        description: 'Web pages from other origins cannot use these operations unless the server allows their origin.',
      },
    ],
    bearer: { type: 'http', scheme: 'bearer' },
    prefix: '',
    server: { url: '/' },
    optionalBodies: ['createBoard', 'resetBoard', 'resetClass'],
    examples: MANAGEMENT_EXAMPLES,
  },
  {
    name: 'training',
    title: 'Task Board Service training',
    description:
      'Start with `GET /exercise`: it returns the instructions. Send requests to `/api/buggy` on the board, and report faults with `POST /claims`. Learners need no token. Only private boards have these operations.',
    sections: [
      {
        name: 'Owner tokens',
        description: 'With the owner token, these operations show everything about the board at any time.',
      },
    ],
    bearer: { type: 'http', scheme: 'bearer' },
    prefix: '',
    server: {
      url: boardPath('{board}'),
      variables: { board: { default: EXAMPLE_BOARD, description: 'The id of the board.' } },
    },
    examples: TRAINING_EXAMPLES,
  },
]

/** Returns the documents of the variants in an edition. */
export function variantDocuments({ name: edition, titleSuffix }: Edition): DocumentSource[] {
  return VARIANTS.map(({ name, title }) => {
    const prose = VARIANT_PROSE[name]
    if (prose === undefined) throw new Error(`The variant ${name} has no description`)
    const prefix = variantPath(name)
    const sections = [...(edition === 'earlier' ? [describeEarlier(name)] : []), ...prose.sections]
    return {
      ...prose,
      name,
      title: title + titleSuffix,
      sections,
      prefix,
      server: { url: prefix },
      examples: taskExamples(prefix),
    }
  })
}

function describeAccount({ username, password, role }: Account): string {
  return `\`${username}\`/\`${password}\` (${role})`
}

function describeEarlier(variant: string): Section {
  const more = variant === 'buggy' ? ' In this edition, buggy does not have `DELETE /tasks`.' : ''
  return {
    name: 'The earlier edition',
    description: `This is the earlier edition of the contract. Tasks have no due date, no checklist, no attachments and no position. Responses announce its end with the headers Deprecation, Sunset and Link.${more}`,
  }
}

/** Describes the faults with their default rates in Markdown. The service writes its own rates and delays there. */
function describeFaults(): string {
  const rows = FAULTS.map(
    ({ name, rate, scope, effect }) => `| \`${name}\` | ${percentOf(rate, 4)} | ${scope} | ${effect} |`,
  )
  return [
    'This document describes the responses without faults. Faults change responses at these rates:',
    ['| Fault | Rate | Applies to | Effect |', '|---|---|---|---|', ...rows].join('\n'),
    'A slow response is delayed by 2 to 5 seconds. Faults are drawn independently, so several can affect one response. Only faults that apply to every request affect error responses.',
    '`Prefer: fault="date-mix slow-response"` chooses several faults for a request, and `Prefer: fault=none` chooses none (RFC 7240). `Preference-Applied` in the response confirms the choice. The owner of a private board can disclose faults. `Fault-Injected` then names the faults that changed the response.',
  ].join('\n\n')
}
