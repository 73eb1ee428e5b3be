/**
 * Writes the software bill of materials of the package (CycloneDX) to `dist/sbom.cdx.json`: the packages that users
 * install, in the versions of the lockfile, and those that the bundles and the pages contain. Only the package needs it.
 */
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildCommands } from './build-commands.mjs'
import { buildWeb } from './build-web.mjs'
import { findPackages } from './notices.mjs'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const { name } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))

const inputs = [...(await buildCommands()).inputs, ...(await buildWeb(join(ROOT, 'dist/web')))]
const bundled = findPackages(inputs).map((found) => `${found.name}@${found.version}`)
const args = ['sbom', '--package-lock-only', '--sbom-format', 'cyclonedx', '--sbom-type', 'application']
const sbom = JSON.parse(execFileSync('npm', args, { cwd: ROOT, encoding: 'utf8', maxBuffer: 2 ** 26 }))

const isBundled = (component) => bundled.includes(component['bom-ref'])
const isInstalled = ({ properties }) => !properties.some((property) => property.name === 'cdx:npm:package:development')
const root = sbom.metadata.component
// npm takes the name of the folder.
root.name = name
const components = sbom.components.filter((component) => isInstalled(component) || isBundled(component))
// For npm, the bundled packages are optional ones of the development.
for (const component of components.filter(isBundled)) Object.assign(component, { scope: 'required', properties: [] })
const refs = new Set([root, ...components].map((component) => component['bom-ref']))
const dependencies = sbom.dependencies
  .filter(({ ref }) => refs.has(ref))
  .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((other) => refs.has(other)) }))
writeFileSync(join(ROOT, 'dist/sbom.cdx.json'), `${JSON.stringify({ ...sbom, components, dependencies }, null, 2)}\n`)
