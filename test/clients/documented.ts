/**
 * Does what docs/clients.md says, in an empty folder for each generator: writes its files, runs its commands, and
 * expects the error of the title from the last. Only the address of the service is replaced. What `npm install` would
 * bring is linked from here, unless `--install` asks to install it: `npm run documented -- --install`.
 */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { GENERATORS } from './generators.ts'
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
  await Promise.all(sections.map(tryOut))
} finally {
  await stop()
}

async function tryOut(section: string) {
  const [name] = section.split('\n')
  const folder = await mkdtemp(join(tmpdir(), 'documented-'))
  try {
    assert.equal(await follow(beginning + section, folder), expected)
    console.log(`${name}: does what docs/clients.md says`)
  } catch (error) {
    console.error(`${name}: FAILED to do what docs/clients.md says`, error)
    process.exitCode = 1
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** Does what a text says, from its first block of code to its last, and returns what the last command prints. */
async function follow(text: string, folder: string): Promise<string> {
  let printed = ''
  for (const [, language, code = ''] of text.matchAll(/^```(\w+)\n(.*?)^```/gms)) {
    const there = code.replaceAll('http://127.0.0.1:3000', address)
    if (language === 'console')
      for (const line of there.trim().split('\n')) printed = await enter(line, folder)
    else await writeFile(join(folder, /^\/\/ (\S+)\n/.exec(code)?.[1] ?? ''), there)
  }
  return printed.trim()
}

/** Runs a command, and returns what it prints. */
async function enter(line: string, folder: string): Promise<string> {
  const [, packages] = /^npm install (.*)/.exec(line) ?? []
  if (packages !== undefined && !installs) {
    await link(packages.split(' '), join(folder, 'node_modules'))
    return ''
  }
  // Whoever runs npm hands its settings down, the folder of the package among them.
  const inherited = Object.entries(process.env).filter(([name]) => !name.startsWith('npm_'))
  const env = { ...Object.fromEntries(inherited), DO_NOT_TRACK: '1', npm_config_offline: String(!installs) }
  const { stdout } = await run('sh', ['-c', line], { cwd: folder, env })
  return stdout
}

/** Links the packages of a command that installs them, in the very versions, and their commands. */
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
