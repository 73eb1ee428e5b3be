import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { startProcess } from '../kit/process.js'
import { shell } from '../kit/shell.js'
import { isInstalled } from './tool.js'

const EXAMPLES = join(import.meta.dirname, '../../examples/testcontainers')
const README = readFileSync(join(EXAMPLES, 'README.md'), 'utf8')

/** Checks that the examples use what the packages have: the container is only started with an engine. */
const CHECK_TYPES = '.venv/bin/pip install -q mypy==2.4.1\n.venv/bin/python -m mypy --check-untyped-defs .'

const LANGUAGES = [
  { section: 'Java', folder: 'java', programs: ['java', 'mvn'], passed: /Tests run: 2, Failures: 0, Errors: 0/ },
  { section: 'Python', folder: 'python', programs: ['python3'], passed: /\b2 passed/, check: CHECK_TYPES },
] as const

for (const { section, folder, programs, passed, ...language } of LANGUAGES) {
  t.test(`examples/testcontainers: ${section}`, async (t) => {
    if (!programs.every((program) => isInstalled(t, program))) return
    const cwd = mkdtempSync(join(tmpdir(), 'testcontainers-'))
    t.teardown(() => rmSync(cwd, { recursive: true, force: true }))
    const filter = (path: string) => !/\/(target|\.venv|__pycache__)/.test(path.slice(EXAMPLES.length))
    cpSync(join(EXAMPLES, folder), cwd, { recursive: true, filter })
    const commands = commandsOf(section)

    const service = await startProcess(t)
    const onService = await shell(cwd, commands, { TASK_BOARD_URL: service.base })
    t.ok(onService.isPassed, 'it passes on a service that runs already', { output: onService.output })
    t.match(onService.output, passed)

    const onDefects = await shell(cwd, commands, { TASK_BOARD_URL: await createDefectiveBoards(t, service.base) })
    t.notOk(onDefects.isPassed, 'it fails on boards with a defect', { output: onDefects.output })
    t.match(onDefects.output, /\b200\b/, 'it fails because of the defect')

    if ('check' in language) {
      const checked = await shell(cwd, language.check)
      t.ok(checked.isPassed, 'its types are valid', { output: checked.output })
    }
    if (await hasImage(t)) {
      const inContainer = await shell(cwd, commands)
      t.ok(inContainer.isPassed, 'it passes in a container', { output: inContainer.output })
      t.match(inContainer.output, passed)
    }
  })
}

/** Starts a server that creates only boards with a defect; returns its URL. */
async function createDefectiveBoards(t: Test, service: string): Promise<string> {
  const server = createServer(async (_, response) => {
    const board = await fetch(`${service}/boards`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"defects":["create-returns-200"]}',
    })
    response.writeHead(board.status, { 'content-type': 'application/json' }).end(await board.text())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.teardown(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** Whether the engine of this machine has the image. If it has not, the test says so. */
async function hasImage(t: Test): Promise<boolean> {
  const { TASK_BOARD_IMAGE = 'task-board-service' } = process.env
  const { isPassed } = await shell(EXAMPLES, 'docker image inspect "$IMAGE"', { IMAGE: TASK_BOARD_IMAGE })
  if (!isPassed) {
    const message = `Not tested in a container, because there is no engine with the image ${TASK_BOARD_IMAGE}`
    t.comment(message)
    console.error(message)
  }
  return isPassed
}

/** The commands of a section of the README. */
function commandsOf(section: string): string {
  const [, text = ''] = README.split(`\n## ${section}\n`)
  return /```console\n(.*?)```/s.exec(text)?.[1] ?? ''
}
