import { type Account, DEFAULT_ACCOUNTS } from '../api/auth/accounts.js'
import type { BuggyOptions } from '../api/buggy/index.js'
import { percentOf } from '../contract/numbers.js'

/** The settings that the documents of the variants name. */
export interface DescribedSettings extends Pick<BuggyOptions, 'rates' | 'delay'> {
  accounts: readonly Account[]
  /** The lifetime of access tokens in seconds. */
  accessTokenTtl: number
}

/** The names in the examples if the accounts are configured. */
const EXAMPLE_NAMES: Readonly<Record<string, string>> = { admin: 'ada', user: 'grace' }

/**
 * Writes the settings of the server into the document of a variant, which the build has written with the defaults.
 *
 * @param text the document, as JSON or YAML
 */
export function applySettings(text: string, { accounts, accessTokenTtl, rates, delay }: DescribedSettings): string {
  const [shortest, longest] = delay.map((milliseconds) => milliseconds / 1000)
  const applied = text
    .replace(/("?expiresIn"?: )\d+/g, `$1${accessTokenTtl}`)
    .replace(/delayed by [\d.]+ to [\d.]+ seconds/, `delayed by ${shortest} to ${longest} seconds`)
    .replace(/\| `([\w-]+)` \| [\d.]+% \|/g, (row, name: string) => {
      const rate = rates[name]
      return rate === undefined ? row : `| \`${name}\` | ${percentOf(rate, 4)} |`
    })
  if (accounts === DEFAULT_ACCOUNTS) return applied
  return applied
    .replace(/ Accounts: [^.]*\./, '')
    .replace(/("?username"?: "?)(admin|user)\b/g, (_, member: string, name: string) => member + EXAMPLE_NAMES[name])
    .replace(
      /("?password"?: "?)(admin|user)123\b/g,
      (_, member: string, name: string) => `${member}the password of ${EXAMPLE_NAMES[name]}`,
    )
}
