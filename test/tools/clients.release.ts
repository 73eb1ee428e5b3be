import t from 'tap'
import { isInstalled, useTool } from './tool.js'

/** The address in the commands that a private board can replace. */
const BASE_URL = 'http://127.0.0.1:3000'

/** The limit of response times in milliseconds. This machine may be busy, and the tests do not assert speed. */
const MAX_P95 = 60_000

interface Client {
  /** The folder of its files, in examples/tools/. */
  folder: string
  /** The heading of its section in docs/tools.md. */
  section: string
  /** The command that must be on the PATH, unless npm installs it. */
  command?: string
  /** The option with the base URL, up to the URL. */
  option: string
  /** What the output says if all requests pass. */
  passed: RegExp
}

const CLIENTS: readonly Client[] = [
  { folder: 'hurl', section: 'Hurl', command: 'hurl', option: 'base_url=', passed: /Succeeded files: +3 \(100/ },
  { folder: 'http', section: '`.http` files', option: 'baseUrl=', passed: /29 requests processed \(29 succeeded\)/ },
  { folder: 'bruno', section: 'Bruno', option: 'baseUrl=', passed: /18 \(18 Passed\)/ },
  {
    folder: 'locust',
    section: 'locust',
    command: 'python3',
    option: '--host ',
    passed: /[1-9]\d* requests, 0 failures/,
  },
  { folder: 'k6', section: 'k6', command: 'k6', option: 'BASE_URL=', passed: /checks/ },
]

for (const { folder, section, command, option, passed } of CLIENTS) {
  t.test(`docs/tools.md: ${section}`, async (t) => {
    if (command !== undefined && !isInstalled(t, command)) return
    const { run, createDefectiveBoard } = await useTool(t, folder)
    const onDefaultBoard = await run(section, withLimit)
    t.ok(onDefaultBoard.isPassed, 'it passes', { output: onDefaultBoard.output })
    t.match(onDefaultBoard.output, passed)

    const board = await createDefectiveBoard()
    const onBoard = await run(section, (commands) => withLimit(commands.replace(option + BASE_URL, option + board)))
    t.notOk(onBoard.isPassed, 'it fails on a board with a defect', { output: onBoard.output })
    t.match(onBoard.output, /\b201\b|creates the task|the task is created/, 'it fails because of the defect')
  })
}

function withLimit(commands: string): string {
  return `export MAX_P95=${MAX_P95}\n${commands.replace('k6 run', `k6 run -e MAX_P95=${MAX_P95}`)}`
}
