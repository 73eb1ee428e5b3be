import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import semver from 'semver'
import t from 'tap'

/** What a lockfile says about a package. In old packages, `engines` is a list, which npm ignores. */
interface Locked {
  dev?: boolean
  engines?: { node?: string } | string[]
  dependencies?: Record<string, string>
  deprecated?: string
  resolved?: string
}

const ROOT = join(import.meta.dirname, '../..')
const readJson = (path: string) => JSON.parse(readFileSync(join(ROOT, path), 'utf8'))
const readLocked = (folder: string): Record<string, Locked> => readJson(`${folder}package-lock.json`).packages
const { dependencies, engines } = readJson('package.json')
const OLDEST = semver.minVersion(engines.node)?.version ?? ''

/** The supported versions of Node.js. */
const SUPPORTED = [OLDEST, '22.22.0', '24.11.0', '26.0.0']

t.test('every package that users install supports every supported Node.js', async (t) => {
  const folders = Object.entries(readLocked('')).flatMap(([folder, { dev }]) => (folder === '' || dev ? [] : [folder]))
  t.ok(folders.length > 50)
  const refusing = folders.flatMap((folder) => {
    const { node = '*' } = readJson(`${folder}/package.json`).engines ?? {}
    return SUPPORTED.every((version) => semver.satisfies(version, node)) ? [] : [`${folder}: ${node}`]
  })
  t.strictSame(refusing, [])
})

for (const folder of ['', 'test/clients/', 'tools/', 'bench/']) {
  t.test(`npm ci in ./${folder} prints no warning, and the lockfile names no registry`, async (t) => {
    const found = Object.entries(readLocked(folder)).flatMap(([path, { engines, deprecated, resolved }]) => {
      const { node = '*' } = Array.isArray(engines) ? {} : (engines ?? {})
      return [!semver.satisfies(OLDEST, node) && node, deprecated, resolved].flatMap((text) =>
        text ? [`${path}: ${text}`] : [],
      )
    })
    t.strictSame(found, [])
  })
}

t.test('users install what the bundled packages require in a version that these accept', async (t) => {
  const locked = readLocked('')
  const found = new Set<string>()
  function compare(folder: string) {
    for (const [name, range] of Object.entries(locked[folder]?.dependencies ?? {})) {
      const installed = dependencies[name]
      if (installed !== undefined) t.ok(semver.subset(installed, range), `${folder}: ${name} ${installed} in ${range}`)
      else if (!found.has(name)) {
        found.add(name)
        const nested = `${folder}/node_modules/${name}`
        compare(nested in locked ? nested : `node_modules/${name}`)
      }
    }
  }
  compare('node_modules/fastify')
  t.ok(found.has('light-my-request'))
})
