import { type Static, Type } from '@sinclair/typebox'
import { VARIANTS } from '../../api/variants.js'
import { BOARDS_AT_ONCE_MAX, TITLE_MAX } from '../../contract/limits.js'
import { component, nullable, optional, optionals, ref } from '../../contract/schemas/builders.js'
import { pageProperties, pagingParameters } from '../../contract/schemas/paging.js'
import { filledText, integer, string, stringEnum, timestamp, url } from '../../contract/schemas/values.js'
import { defectNames } from '../defects/schemas.js'

/** The fixtures: named initial contents of a board. */
export const FIXTURES = ['demo'] as const

const name = filledText(TITLE_MAX, 'The name of the board, as a label for its owner and the administrator.')
export const fixture = stringEnum(FIXTURES, {
  description:
    'The initial content of the board. `demo` has the tasks of a small web shop. By default, the board is empty.',
})

const count = integer(1, BOARDS_AT_ONCE_MAX, 'The number of boards to create. It is required unless there are `names`.')
const names = Type.Array(name, {
  minItems: 1,
  maxItems: BOARDS_AT_ONCE_MAX,
  description: 'The names of the boards to create, one for each.',
})
const OLD_FORM =
  'Deprecated: use `POST /boards/batch`. The administrator can still create several boards with this field. The response then has the body of that operation.'

export const BoardInput = component('BoardInput', 'The board to create. By default, it has no name and no tasks.', {
  ...optionals({ name, fixture, defects: defectNames }),
  count: optional({ ...count, deprecated: true, description: OLD_FORM }),
  names: optional({ ...names, deprecated: true, description: OLD_FORM }),
})
export type BoardInput = Static<typeof BoardInput>

export const BoardsInput = component(
  'BoardsInput',
  'The boards to create.',
  optionals({ count, names, fixture, defects: defectNames }),
)
export type BoardsInput = Static<typeof BoardsInput>

export const ResetInput = component('ResetInput', 'The content of the board after the reset.', optionals({ fixture }))

export const BoardApis = component(
  'BoardApis',
  'The base URL of each variant of a board.',
  Object.fromEntries(VARIANTS.map(({ name }) => [name, Type.String({ format: 'uri' })])),
)

const fields = {
  id: string('The id. It is part of every URL of the board and cannot be guessed.'),
  name: nullable(Type.String()),
  baseUrl: url('The base URL of the board.'),
  hostUrl: nullable(
    url(
      'The base URL with a separate host for the board, for clients that drop the path of a base URL; `null` if the board has no separate host.',
    ),
  ),
  apis: ref(BoardApis),
  docs: url('The URL of the documentation page of the board.'),
  createdAt: nullable(timestamp('When the board was created; `null` for the default board.')),
  expiresAt: nullable(
    timestamp(
      'When the board expires if it is not used before; `null` if it does not expire. A board of a class expires with the class, even if it is used.',
    ),
  ),
}

export const Board = component('Board', 'A board.', fields)
export type Board = Static<typeof Board>

export const NewBoard = component('NewBoard', 'A created board.', {
  ...fields,
  ownerToken: string('The owner token, a bearer token. It is returned only once.'),
})
export type NewBoard = Static<typeof NewBoard>

export const NewBoards = component('NewBoards', 'The created boards, in the order of their names in the request.', {
  boards: Type.Array(ref(NewBoard)),
})

export const BoardPage = component('BoardPage', 'A page of boards.', pageProperties(Board, 'boards'))

export const BoardListQuery = Type.Object(pagingParameters('boards'))
