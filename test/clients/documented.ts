/**
 * Follows docs/clients/typescript.md in an empty folder for each generator: writes the files, runs the commands, and expects the
 * documented output from the last one. Only the URL of the service is replaced. The packages are linked from here
 * instead of installed, unless `--install` is given: `npm run documented -- --install`.
 */
import assert from 'node:assert/strict'
import { mkdir, mkdtemp, readFile, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { documentedOutput, follow } from './follow.ts'
import { GENERATORS, TESTED } from './generators.ts'
import { startServer } from './server.ts'

const MODULES = join(import.meta.dirname, 'node_modules')
const installs = process.argv.includes('--install')

const text = await readFile(new URL('../../docs/clients/typescript.md', import.meta.url), 'utf8')
const [, chapter = ''] = /\n## One by one\n(.*?)(?=\n## )/s.exec(text) ?? []
const [beginning = '', ...sections] = chapter.split('\n### ')
const expected = await documentedOutput()
assert.equal(sections.length, GENERATORS.length, 'docs/clients/typescript.md has a section for each generator')

const { address, stop } = await startServer()
try {
  await Promise.all(sections.slice(0, TESTED.length).map(tryOut))
} finally {
  await stop()
}

async function tryOut(section: string) {
  const [name] = section.split('\n')
  const folder = await mkdtemp(join(tmpdir(), 'documented-'))
  try {
    const options = {
      address,
      env: { DO_NOT_TRACK: '1', npm_config_offline: String(!installs) },
      intercept: linkInstead,
    }
    assert.equal(await follow(beginning + section, folder, options), expected)
    console.log(`${name}: works as described in docs/clients/typescript.md`)
  } catch (error) {
    console.error(`${name}: FAILED to work as described in docs/clients/typescript.md`, error)
    process.exitCode = 1
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** Links the packages of an install command in place of installing them. */
async function linkInstead(line: string, folder: string): Promise<boolean> {
  const [, packages] = /^npm install (.*)/.exec(line) ?? []
  if (packages === undefined || installs) return false
  await link(packages.split(' '), join(folder, 'node_modules'))
  return true
}

/** Links the packages of an install command, with exactly these versions, and their executables. */
async function link(packages: string[], modules: string) {
  for (const spec of packages) {
    const [, name = '', version] = /^(.+)@(.+)$/.exec(spec) ?? []
    const installed = JSON.parse(await readFile(join(MODULES, name, 'package.json'), 'utf8'))
    assert.equal(version, installed.version, `${name} of docs/clients/typescript.md`)
    await mkdir(dirname(join(modules, name)), { recursive: true })
    await symlink(join(MODULES, name), join(modules, name))
  }
  await symlink(join(MODULES, '.bin'), join(modules, '.bin'))
}
