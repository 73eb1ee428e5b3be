import { readFileSync } from 'node:fs'

/** The root of the package: `src/` and `dist/` are folders in it. */
export const PACKAGE_ROOT = new URL('..', import.meta.url)

const packageJson = JSON.parse(readFileSync(new URL('package.json', PACKAGE_ROOT), 'utf8')) as {
  name: string
  version: string
}

/** The version of the service, as in package.json. */
export const VERSION = packageJson.version
export const NAME = packageJson.name
