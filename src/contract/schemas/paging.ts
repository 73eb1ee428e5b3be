import { type TSchema, Type } from '@sinclair/typebox'
import type { Json } from '../json.js'
import { PAGE_SIZE_DEFAULT, PAGE_SIZE_MAX } from '../limits.js'
import { ref } from './builders.js'
import { wholeNumber } from './values.js'

/**
 * Returns the query parameters of a paged list (specification, section 4).
 *
 * @param what the plural name of the elements
 */
export function pagingParameters(what: string) {
  return {
    page: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: Number.MAX_SAFE_INTEGER,
        default: 0,
        description: 'The page number, starting at 0. A page past the end is empty.',
      }),
    ),
    size: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: PAGE_SIZE_MAX,
        default: PAGE_SIZE_DEFAULT,
        description: `The maximum number of ${what} per page.`,
      }),
    ),
  }
}

/**
 * Returns the properties of a page of a list (specification, section 2).
 *
 * @param element the schema of the elements
 * @param what the plural name of the elements
 */
export function pageProperties<S extends TSchema>(element: S, what: string) {
  return {
    content: Type.Array(ref(element)),
    totalElements: wholeNumber(`The number of matching ${what} on all pages.`),
    totalPages: wholeNumber('The number of pages: `totalElements / pageSize`, rounded up.'),
    currentPage: wholeNumber('The requested page number, starting at 0.'),
    pageSize: Type.Integer({ minimum: 1, maximum: PAGE_SIZE_MAX }),
  }
}

export interface Paging {
  /** The page number, starting at 0. */
  page: number
  /** The maximum number of elements per page. */
  size: number
}

/** Returns the paging of a query, with the defaults of the specification. */
export function readPaging({ page = 0, size = PAGE_SIZE_DEFAULT }: Partial<Paging>): Paging {
  return { page, size }
}

/**
 * Returns the response of a paged list.
 *
 * @param elements the elements of the page
 * @param total the number of elements on all pages
 * @param show returns an element as in the response. By default, it stays as it is.
 */
export function toPage<T, S = T>(
  elements: readonly T[],
  total: number,
  paging: Paging,
  show = (element: T) => element as unknown as S,
) {
  return { content: elements.map(show), ...numbersOf(total, paging) }
}

function numbersOf(total: number, { page, size }: Paging) {
  return { totalElements: total, totalPages: Math.ceil(total / size), currentPage: page, pageSize: size }
}

/** Returns the JSON text of a page whose elements are JSON text. */
export function toJsonPage<T>(content: Json<T[]>, total: number, paging: Paging): Json<ReturnType<typeof toPage<T>>> {
  return `{"content":${content},${JSON.stringify(numbersOf(total, paging)).slice(1)}` as Json<
    ReturnType<typeof toPage<T>>
  >
}
