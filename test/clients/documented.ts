/**
 * Follows docs/clients.md in an empty folder for each generator: writes the files, runs the commands, and expects the
 * documented output from the last one. Only the URL of the service is replaced. The packages are linked from here
 * instead of installed, unless `--install` is given: `npm run documented -- --install`.
 */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { GENERATORS, TESTED } from './generators.ts'
import { startServer } from './server.ts'

const run = promisify(execFile)
const MODULES = join(import.meta.dirname, 'node_modules')
const installs = process.argv.includes('--install')

const text = await readFile(new URL('../../docs/clients.md', import.meta.url), 'utf8')
const [, chapter = ''] = /\n## One by one\n(.*?)\n## /s.exec(text) ?? []
const [beginning = '', ...sections] = chapter.split('\n### ')
const [, expected] = /it prints\s`(.+?)`/.exec(beginning) ?? []
assert.equal(sections.length, GENERATORS.length, 'docs/clients.md has a section for each generator')

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
    assert.equal(await follow(beginning + section, folder), expected)
    console.log(`${name}: works as described in docs/clients.md`)
  } catch (error) {
    console.error(`${name}: FAILED to work as described in docs/clients.md`, error)
    process.exitCode = 1
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** Runs all code blocks of a text, and returns the output of the last command. */
async function follow(text: string, folder: string): Promise<string> {
  let output = ''
  for (const [, language, code = ''] of text.matchAll(/^```(\w+)\n(.*?)^```/gms)) {
    const adapted = code.replaceAll('http://127.0.0.1:3000', address)
    if (language === 'console') for (const line of adapted.trim().split('\n')) output = await enter(line, folder)
    else await writeFile(join(folder, /^\/\/ (\S+)\n/.exec(code)?.[1] ?? ''), adapted)
  }
  return output.trim()
}

/** Runs a command, and returns its output. */
async function enter(line: string, folder: string): Promise<string> {
  const [, packages] = /^npm install (.*)/.exec(line) ?? []
  if (packages !== undefined && !installs) {
    await link(packages.split(' '), join(folder, 'node_modules'))
    return ''
  }
  // npm passes its settings to child processes, including the folder of the package.
  const inherited = Object.entries(process.env).filter(([name]) => !name.startsWith('npm_'))
  const env = { ...Object.fromEntries(inherited), DO_NOT_TRACK: '1', npm_config_offline: String(!installs) }
  const { stdout } = await run('sh', ['-c', line], { cwd: folder, env })
  return stdout
}

/** Links the packages of an install command, with exactly these versions, and their executables. */
async function link(packages: string[], modules: string) {
  for (const spec of packages) {
    const [, name = '', version] = /^(.+)@(.+)$/.exec(spec) ?? []
    const installed = JSON.parse(await readFile(join(MODULES, name, 'package.json'), 'utf8'))
    assert.equal(version, installed.version, `${name} of docs/clients.md`)
    await mkdir(dirname(join(modules, name)), { recursive: true })
    await symlink(join(MODULES, name), join(modules, name))
  }
  await symlink(join(MODULES, '.bin'), join(modules, '.bin'))
}
