import { type Static, Type } from '@sinclair/typebox'
import { component, nullable, ref } from '../../contract/schemas/builders.js'
import { CREATORS } from '../../contract/schemas/enumerations.js'
import { boolean, string, stringEnum, url, wholeNumber } from '../../contract/schemas/values.js'

export const ServiceVariant = component('ServiceVariant', 'A variant of the API.', {
  name: string('The name of the variant.'),
  url: url('The base URL of the variant.'),
  openapi: url('The URL of its OpenAPI document.'),
})

export const ServiceIndex = component('ServiceIndex', 'The index of the service.', {
  name: string('The name of the service.'),
  version: string('The version of the service.'),
  edition: string('The edition of the contract.'),
  variants: Type.Array(ref(ServiceVariant)),
  docs: url('The URL of Swagger UI.'),
  guide: url('The URL of the documentation as web pages.'),
  openapi: url('The URL of the OpenAPI document of this management API.'),
  workflows: Type.Optional(url('The URL of workflows in Arazzo: sequences of requests. The current edition has them.')),
  board: Type.Optional(url('The URL of the board page and the index of the default board, if there is one.')),
  boards: url('The URL that creates boards.'),
  classes: url('The URL that creates classes.'),
  join: url('The URL that lets learners join a class.'),
  creators: stringEnum(CREATORS, {
    description:
      'Who may create boards and classes: everyone (`open`), the administrator (`admin`), or nobody (`off`).',
  }),
})
export type ServiceIndex = Static<typeof ServiceIndex>

export const BoardIndex = component('BoardIndex', 'The index of a board.', {
  name: nullable(
    string('The name of the board. On a board of a class, it is the name of the learner. `null` if there is none.'),
  ),
  baseUrl: url('The base URL of the board.'),
  revision: wholeNumber('A number that changes when tasks or settings change.'),
  frozen: boolean('Whether the class of the board is frozen: only reads are allowed.'),
  edition: string('The edition of the contract.'),
  variants: Type.Array(ref(ServiceVariant)),
  docs: url('The URL of Swagger UI.'),
  training: Type.Optional(
    url('The URL of the OpenAPI document of the learner operations. Only private boards have them.'),
  ),
})
export type BoardIndex = Static<typeof BoardIndex>
