import { readFileSync } from 'node:fs'

const packageJson = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
  name: string
  version: string
}

/** The version of the service, as in package.json. */
export const VERSION = packageJson.version
export const NAME = packageJson.name
