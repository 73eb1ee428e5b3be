/** The OpenAPI documents, Swagger UI and the pages. @module */

import { boardPath } from '../api/boards/prefix.js'
import { VARIANTS, type Variant } from '../api/variants.js'
import { variantPath } from '../contract/variant-path.js'

/** The id of the private board in all examples. On a board, its own base path takes the place of `/b/<id>`. */
export const EXAMPLE_BOARD = 'q3vf6b5n2m4yk2sx7dz3wqhtea'

/** A published document. */
export interface PublishedDocument {
  /** The name, which is part of its file name. */
  name: string
  /** The path at which it is served, without the extension. */
  path: string
  /** The base path of its operations; `''` if they have none. */
  prefix: string
  /** The path of its server. */
  serverPath: string
  /** Whether private boards have its operations. */
  isOnBoards: boolean
}

const [first, ...others] = VARIANTS

/** The published documents. Swagger UI lists them in this order. */
export const DOCUMENTS: readonly [PublishedDocument, ...PublishedDocument[]] = [
  ofVariant(first),
  ...others.map(ofVariant),
  { name: 'boards', path: '/control/openapi', prefix: '', serverPath: '', isOnBoards: false },
  { name: 'training', path: '/training/openapi', prefix: '', serverPath: boardPath('{board}'), isOnBoards: true },
]

function ofVariant({ name }: Pick<Variant, 'name'>): PublishedDocument {
  const prefix = variantPath(name)
  return { name, path: `${prefix}/openapi`, prefix, serverPath: prefix, isOnBoards: true }
}
