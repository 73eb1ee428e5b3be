import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import type { Test } from 'tap'
import { type ServerProcess, startProcess } from '../kit/process.js'
import { type Outcome, shell } from '../kit/shell.js'
import { startJq } from '../kit/stand-in-jq.js'

const ROOT = join(import.meta.dirname, '../..')
const PAGE = readFileSync(join(ROOT, 'docs/tools.md'), 'utf8')
const BINARIES = join(ROOT, 'tools/node_modules/.bin')

/** The settings that the page names. */
const SETTINGS = { ADMIN_TOKEN: 'at-least-16-characters', BOARDS_MAX: '200' }

/** Stands in for npx: runs the packages that `tools/package.json` installs, in the versions of the page. */
const NPX = `#!/bin/sh
package=$1; shift
case $package in
  @usebruno/cli@${versionOf('@usebruno/cli')}) exec "${BINARIES}/bru" "$@" ;;
  httpyac@${versionOf('httpyac')}) exec "${BINARIES}/httpyac" "$@" ;;
  *) echo "$package is not in tools/package.json" >&2; exit 1 ;;
esac
`

export interface ToolRun {
  service: ServerProcess
  /**
   * Runs the commands in a section of the page.
   *
   * @param section the heading, without the number signs
   * @param change changes the commands, for example the number of examples
   */
  run(section: string, change?: (commands: string) => string): Promise<Outcome>
  /** Creates a board whose responses break the contract: the status of a new task is 200. Returns its base URL. */
  createDefectiveBoard(): Promise<string>
}

/** Copies the files of a tool into an empty folder, and starts a service in a process of its own. */
export async function useTool(t: Test, name: string): Promise<ToolRun> {
  const folder = mkdtempSync(join(tmpdir(), 'tool-'))
  t.teardown(() => rmSync(folder, { recursive: true, force: true }))
  const files = join(folder, 'files')
  cpSync(join(ROOT, 'examples/tools', name), files, { recursive: true })
  const bin = join(folder, 'bin')
  mkdirSync(bin)
  for (const [command, script] of Object.entries({ jq: await startJq(t), npx: NPX })) {
    writeFileSync(join(bin, command), script)
    chmodSync(join(bin, command), 0o755)
  }
  const service = await startProcess(t, { env: { ...SETTINGS, DEMO_DATA: 'true' } })

  return {
    service,
    run(section, change = (commands) => commands) {
      const commands = change(commandsOf(section)).replaceAll('http://127.0.0.1:3000', service.base)
      return shell(files, commands, { PATH: `${bin}${delimiter}${process.env.PATH}` })
    },
    async createDefectiveBoard() {
      const json = { defects: ['create-returns-200'] }
      const { json: board } = await service.send('POST /boards', { json })
      return board.baseUrl
    },
  }
}

/** Whether a command is on the PATH. If it is not, the test says so. */
export function isInstalled(t: Test, command: string): boolean {
  const isFound = (process.env.PATH ?? '').split(delimiter).some((folder) => existsSync(join(folder, command)))
  if (!isFound) {
    const message = `Not tested, because ${command} is not on the PATH`
    t.comment(message)
    console.error(message)
  }
  return isFound
}

/** The commands in all blocks of a section, without those of its subsections. */
function commandsOf(section: string): string {
  const [, text = ''] = PAGE.split(`# ${section}\n`)
  const [own = ''] = text.split(/^##/m)
  const blocks = [...own.matchAll(/```console\n(.*?)```/gs)].map(([, block]) => block)
  if (blocks.length === 0) throw new Error(`docs/tools.md has no commands in the section ${section}`)
  return blocks.join('')
}

function versionOf(name: string): string {
  const { dependencies } = JSON.parse(readFileSync(join(ROOT, 'tools/package.json'), 'utf8'))
  return dependencies[name]
}
