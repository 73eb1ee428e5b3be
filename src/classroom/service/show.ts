import { BOARD_PAGE_PATH } from '../../api/boards/prefix.js'
import { VARIANTS } from '../../api/variants.js'
import type { Creators } from '../../contract/schemas/enumerations.js'
import { variantPath } from '../../contract/variant-path.js'
import { DOCUMENTATION_PATH } from '../../site/documentation-page.js'
import { guidePath } from '../../site/guide-path.js'
import { WORKFLOWS_PATH } from '../../site/serve-workflows.js'
import { NAME, VERSION } from '../../version.js'
import type { BoardIndex, ServiceIndex } from './schemas.js'

export interface DescribeServiceOptions {
  /** Who may create private boards. */
  creators: Creators
  /** Whether the service refuses the default board. */
  boardsOnly: boolean
  /** The name of the edition of the contract. */
  edition: string
  /** Whether the server has workflows. */
  hasWorkflows: boolean
}

/**
 * Returns the index of the service.
 *
 * @param base the base URL of the service, without a slash at the end
 */
export function describeService(
  base: string,
  { creators, edition, hasWorkflows, boardsOnly }: DescribeServiceOptions,
): ServiceIndex {
  return {
    name: NAME,
    version: VERSION,
    edition,
    variants: describeVariants(base),
    docs: base + DOCUMENTATION_PATH,
    guide: base + guidePath('index'),
    openapi: `${base}/control/openapi.json`,
    ...(hasWorkflows && { workflows: `${base}${WORKFLOWS_PATH}.yaml` }),
    ...(!boardsOnly && { board: base + BOARD_PAGE_PATH }),
    boards: `${base}/boards`,
    classes: `${base}/classes`,
    join: `${base}/classes/join`,
    creators,
  }
}

/**
 * Returns the index of a board.
 *
 * @param base the base URL of the board, without a slash at the end
 */
export function describeBoardIndex(
  base: string,
  { name, ...facts }: Pick<BoardIndex, 'name' | 'revision' | 'frozen' | 'edition'>,
  isPrivate: boolean,
): BoardIndex {
  return {
    name,
    baseUrl: base,
    ...facts,
    variants: describeVariants(base),
    docs: base + DOCUMENTATION_PATH,
    ...(isPrivate && { training: `${base}/training/openapi.json` }),
  }
}

function describeVariants(base: string) {
  return VARIANTS.map(({ name }) => ({
    name,
    url: base + variantPath(name),
    openapi: `${base}${variantPath(name)}/openapi.json`,
  }))
}
