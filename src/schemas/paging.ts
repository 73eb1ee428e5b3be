import { type TSchema, Type } from '@sinclair/typebox'
import { PAGE_SIZE_DEFAULT, PAGE_SIZE_MAX } from '../limits.js'
import { ref } from './builders.js'

/**
 * The query parameters of a list that comes page by page (specification, section 3).
 *
 * @param what what the list is of, in the plural
 */
export function pagingParameters(what: string) {
  return {
    page: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: Number.MAX_SAFE_INTEGER,
        default: 0,
        description: 'The page, counted from 0. A page past the end is empty.',
      }),
    ),
    size: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: PAGE_SIZE_MAX,
        default: PAGE_SIZE_DEFAULT,
        description: `The number of ${what} per page.`,
      }),
    ),
  }
}

/** The properties of one page of a list; the parameters are as for `pagingParameters`, with what is in the list first. */
export function pageProperties<S extends TSchema>(element: S, what: string) {
  return {
    content: Type.Array(ref(element)),
    totalElements: Type.Integer({ minimum: 0, description: `The number of ${what} that match.` }),
    totalPages: Type.Integer({ minimum: 0, description: 'ceil(totalElements / pageSize).' }),
    currentPage: Type.Integer({ minimum: 0, description: 'The page asked for, counted from 0.' }),
    pageSize: Type.Integer({ minimum: 1, maximum: PAGE_SIZE_MAX }),
  }
}

/** The page that a request asks for: `page` counts from 0, `size` is the number of elements per page. */
export interface Paging {
  page: number
  size: number
}

/** Returns the page that a query asks for, with the defaults of the contract. */
export function readPaging({
  page = 0,
  size = PAGE_SIZE_DEFAULT,
}: {
  page?: number | undefined
  size?: number | undefined
}): Paging {
  return { page, size }
}

/** One page of a list. */
export function toPage<T>(content: T[], total: number, { page, size }: Paging) {
  return {
    content,
    totalElements: total,
    totalPages: Math.ceil(total / size),
    currentPage: page,
    pageSize: size,
  }
}
