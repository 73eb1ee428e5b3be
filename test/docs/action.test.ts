import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'esbuild'
import t from 'tap'
import { parse } from 'yaml'
import { grade } from '../../src/commands/grade/command.js'
import { VERSION } from '../../src/version.js'
import { ACTION, ACTION_TEXT } from '../kit/action.js'

const ROOT = join(import.meta.dirname, '../..')
const PAGE = readFileSync(join(ROOT, 'docs/grading.md'), 'utf8')
const [, SECTION = ''] = PAGE.split('\n### GitHub Actions\n')
const [WORKFLOW = ''] = /(?<=```yaml\n).*?(?=```)/s.exec(SECTION) ?? []

const VALIDATORS = `
export { validate } from '@actions/languageservice'
export { validateAction } from '@actions/languageservice/validate-action'
export { TextDocument } from 'vscode-languageserver-textdocument'
`

type Validators = Pick<typeof import('@actions/languageservice'), 'validate'> &
  Pick<typeof import('@actions/languageservice/validate-action'), 'validateAction'> &
  Pick<typeof import('vscode-languageserver-textdocument'), 'TextDocument'>

/** Loads the validators of GitHub. They import JSON in a way that only bundlers understand. */
async function loadValidators(): Promise<Validators> {
  const folder = mkdtempSync(join(tmpdir(), 'validators-'))
  try {
    const outfile = join(folder, 'validators.cjs')
    const stdin = { contents: VALIDATORS, resolveDir: ROOT }
    await build({ stdin, bundle: true, platform: 'node', format: 'cjs', outfile, logLevel: 'error' })
    return createRequire(outfile)(outfile)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

t.test('action.yml and the workflow of docs/grading.md are valid for GitHub', async (t) => {
  const { validate, validateAction, TextDocument } = await loadValidators()
  // The validators remember a document by its path.
  let count = 0
  const problems = async (check: typeof validate, path: string, text: string) => {
    count += 1
    const document = TextDocument.create(`file:///${count}/${path}`, 'yaml', 1, text)
    return (await check(document)).map(({ message }) => message)
  }
  t.strictSame(await problems(validateAction, 'action.yml', ACTION_TEXT), [])
  t.match(await problems(validateAction, 'action.yml', ACTION_TEXT.replace('composite', 'compost')), [/compost/])
  const path = '.github/workflows/grade.yml'
  t.strictSame(await problems(validate, path, WORKFLOW), [])
  t.match(await problems(validate, path, WORKFLOW.replace('runs-on', 'run-on')), [/run-on/])
})

t.test('action.yml: the scripts get the inputs from variables, and have no expressions', async (t) => {
  const used = ACTION.runs.steps.flatMap(({ run, env, 'working-directory': folder }) => {
    t.notMatch(run, '${{')
    for (const name of Object.keys(env)) t.match(run, `$${name}`)
    return [...Object.values(env), folder]
  })
  t.strictSame(
    used.sort(),
    Object.keys(ACTION.inputs)
      .map((name) => `\${{ inputs.${name} }}`)
      .sort(),
  )
})

t.test('action.yml: the inputs have the defaults of the command, and the version of the package', async (t) => {
  const { command, version, 'working-directory': folder, defects, ...flags } = ACTION.inputs
  t.strictSame(command?.required, true)
  t.strictSame([version?.default, folder?.default, defects?.default], [VERSION, '.', 'all'])
  for (const [name, { default: value }] of Object.entries(flags)) {
    const option = grade().options.find(({ long }) => long === `--${name}`)
    t.strictSame(value, String(option?.defaultValue ?? ''), name)
  }
})

t.test('docs/grading.md: the workflow gives the action inputs that exist', async (t) => {
  const { steps } = parse(WORKFLOW).jobs.grade
  const { uses, with: given } = steps.find(({ id }: { id?: string }) => id === 'grade')
  t.strictSame([uses, given.version], [`<owner>/task-board-service@v${VERSION}`, VERSION])
  const unknown = Object.keys(given).filter((name) => !(name in ACTION.inputs))
  t.strictSame(unknown, [])
  for (const [, name = ''] of WORKFLOW.matchAll(/steps\.grade\.outputs\.([\w-]+)/g)) t.ok(name in ACTION.outputs, name)
})
