import { type Static, Type } from '@sinclair/typebox'
import { ref, stringEnum } from '../../schemas/builders.js'
import { CREATORS } from '../../settings.js'

const url = (description: string) => Type.String({ format: 'uri', description })

export const ServiceVariant = Type.Object(
  {
    name: Type.String({ description: 'The name of the variant.' }),
    url: url('The base URL of the variant on the default board.'),
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
