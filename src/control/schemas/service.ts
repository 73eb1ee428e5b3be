import { type Static, Type } from '@sinclair/typebox'
import { ref, stringEnum } from '../../schemas/builders.js'
import { CREATORS } from '../../settings.js'

const url = (description: string) => Type.String({ format: 'uri', description })

export const ServiceVariant = Type.Object(
  {
    name: Type.String({ description: 'The name of the variant.' }),
    url: url('The base URL of the variant.'),
    openapi: url('The URL of its OpenAPI document.'),
  },
  { $id: 'ServiceVariant', description: 'A variant of the API.' },
)

export const ServiceIndex = Type.Object(
  {
    name: Type.String({ description: 'The name of the service.' }),
    version: Type.String({ description: 'The version of the service.' }),
    edition: Type.String({ description: 'The edition of the contract.' }),
    variants: Type.Array(ref(ServiceVariant)),
    docs: url('The URL of Swagger UI.'),
    openapi: url('The URL of the OpenAPI document of this management API.'),
    board: Type.Optional(url('The page and the index of the default board, if there is one.')),
    boards: url('Where to create boards.'),
    classes: url('Where to create classes.'),
    join: url('Where learners join a class.'),
    creators: stringEnum(CREATORS, {
      description:
        'Who may create boards and classes: everyone (`open`), the administrator (`admin`), or nobody (`off`).',
    }),
  },
  { $id: 'ServiceIndex', description: 'What the service offers, with links.' },
)
export type ServiceIndex = Static<typeof ServiceIndex>

export const BoardIndex = Type.Object(
  {
    revision: Type.Integer({ minimum: 0, description: 'A number that changes when tasks or settings change.' }),
    frozen: Type.Boolean({ description: 'Whether the class of the board is frozen: only reads are allowed.' }),
    edition: Type.String({ description: 'The edition of the contract.' }),
    variants: Type.Array(ref(ServiceVariant)),
    docs: url('The URL of Swagger UI.'),
    training: Type.Optional(
      url('The URL of the OpenAPI document of the operations of learners, which only private boards have.'),
    ),
  },
  { $id: 'BoardIndex', description: 'What a board offers, with links.' },
)
export type BoardIndex = Static<typeof BoardIndex>
