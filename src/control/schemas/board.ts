import { type Static, Type } from '@sinclair/typebox'
import { BOARDS_AT_ONCE_MAX, TITLE_MAX } from '../../limits.js'
import { filledText, nullable, optional, ref, stringEnum, timestamp } from '../../schemas/builders.js'
import { pageProperties, pagingParameters } from '../../schemas/paging.js'
import { VARIANTS } from '../../variants.js'

/** What a board may be filled with. */
export const FIXTURES = ['demo'] as const
export type Fixture = (typeof FIXTURES)[number]

const name = filledText(TITLE_MAX, 'What the board is called, for those who look after several.')
const fixture = stringEnum(FIXTURES, {
  description: 'What the board is filled with; nothing unless given. `demo`: the board of a small web shop.',
})

export const BoardInput = Type.Object(
  {
    name: optional(name),
    fixture: optional(fixture),
    count: optional(
      Type.Integer({
        minimum: 1,
        maximum: BOARDS_AT_ONCE_MAX,
        description: 'How many boards are made at once. Only for the administrator, as is `names`.',
      }),
    ),
    names: optional(
      Type.Array(name, {
        minItems: 1,
        maxItems: BOARDS_AT_ONCE_MAX,
        description: 'What each of them is called; as many as there are boards.',
      }),
    ),
  },
  { $id: 'BoardInput', description: 'The boards to be made; one without a name unless given.' },
)
export type BoardInput = Static<typeof BoardInput>

export const ResetInput = Type.Object(
  { fixture: optional(fixture) },
  { $id: 'ResetInput', description: 'What the board holds afterwards.' },
)

export const BoardApis = Type.Object(
  Object.fromEntries(VARIANTS.map(({ name }) => [name, Type.String({ format: 'uri' })])),
  { $id: 'BoardApis', description: 'Where clients reach each variant of a board.' },
)

const fields = {
  id: Type.String({
    description: 'The id, which is part of every address of the board and cannot be guessed.',
  }),
  name: nullable(Type.String()),
  baseUrl: Type.String({ format: 'uri', description: 'What every address of the board begins with.' }),
  apis: ref(BoardApis),
  docs: Type.String({ format: 'uri', description: 'The page with its documents.' }),
  createdAt: nullable(timestamp('When it was made; `null` for the default board.')),
  expiresAt: nullable(timestamp('When it expires unless it is used; `null` where it does not.')),
}

export const Board = Type.Object(fields, { $id: 'Board', description: 'A board as such.' })
export type Board = Static<typeof Board>

export const NewBoard = Type.Object(
  {
    ...fields,
    ownerToken: Type.String({ description: 'The bearer token of its owner. It is told only once.' }),
  },
  { $id: 'NewBoard', description: 'A board that has just been made.' },
)
export type NewBoard = Static<typeof NewBoard>

export const NewBoards = Type.Object(
  { boards: Type.Array(ref(NewBoard)) },
  { $id: 'NewBoards', description: 'Boards that have just been made, in the order of their names.' },
)

export const CreatedBoards = Type.Unsafe<NewBoard | { boards: NewBoard[] }>({
  oneOf: [ref(NewBoard), ref(NewBoards)],
})

export const BoardPage = Type.Object(pageProperties(Board, 'boards'), {
  $id: 'BoardPage',
  description: 'One page of the boards.',
})

export const BoardListQuery = Type.Object({
  ...pagingParameters('boards'),
})

export const BoardParams = Type.Object({
  id: Type.String({ description: 'The id of the board; `default` for the one without a prefix.' }),
})
