import { DOCUMENTATION_PATH } from '../openapi/documentation-page.js'
import type { Creators } from '../settings.js'
import { variantPath } from '../variant-path.js'
import { VARIANTS } from '../variants.js'
import { NAME, VERSION } from '../version.js'
import type { ServiceIndex } from './schemas/service.js'

export interface DescribeServiceOptions {
  creators: Creators
  /** The name of the edition of the contract. */
  edition: string
}

/**
 * Returns the index of the service.
 *
 * @param base the base URL of the service, without a slash at the end
 */
export function describeService(base: string, { creators, edition }: DescribeServiceOptions): ServiceIndex {
  return {
    name: NAME,
    version: VERSION,
    edition,
    variants: VARIANTS.map(({ name }) => ({
      name,
      url: base + variantPath(name),
      openapi: `${base}${variantPath(name)}/openapi.json`,
    })),
    docs: base + DOCUMENTATION_PATH,
    openapi: `${base}/control/openapi.json`,
    boards: `${base}/boards`,
    classes: `${base}/classes`,
    join: `${base}/classes/join`,
    creators,
  }
}
