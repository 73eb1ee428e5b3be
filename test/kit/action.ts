import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { Test } from 'tap'
import { parse } from 'yaml'

const ROOT = join(import.meta.dirname, '../..')

/** A step of a composite action that runs a script. */
interface Step {
  id: string
  shell: string
  'working-directory': string
  env: Record<string, string>
  run: string
}

/** The GitHub Action of this repository. */
export interface Action {
  inputs: Record<string, { description: string; required?: boolean; default?: string }>
  outputs: Record<string, { description: string; value: string }>
  runs: { using: string; steps: Step[] }
}

/** What a run of the action has left. */
export interface ActionRun {
  code: number
  /** What the steps printed. */
  log: string
  /** What the summary of the job shows. */
  summary: string
  /** The outputs that have a value. */
  outputs: Record<string, string>
}

/** The text of `action.yml`. */
export const ACTION_TEXT = readFileSync(join(ROOT, 'action.yml'), 'utf8')

export const ACTION: Action = parse(ACTION_TEXT)

/**
 * Runs the scripts of the action as a runner of GitHub does: with Bash, with values for the expressions, and with files for
 * the outputs and the summary. It ends after the first step that fails.
 *
 * @param workspace the folder of the checkout
 * @param inputs the values that a workflow gives; the others have their defaults
 */
export async function runAction(t: Test, workspace: string, inputs: Record<string, string>): Promise<ActionRun> {
  const folder = mkdtempSync(join(tmpdir(), 'runner-'))
  t.teardown(() => rmSync(folder, { recursive: true, force: true }))
  const [summary, output, script] = ['summary.md', 'output', 'script.sh'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ]
  const values = new Map<string, string>()
  for (const [name, { default: value = '' }] of Object.entries(ACTION.inputs)) {
    values.set(`inputs.${name}`, inputs[name] ?? value)
  }
  for (const file of [summary, output]) writeFileSync(file, '')
  const files = {
    RUNNER_TEMP: folder,
    GITHUB_STEP_SUMMARY: summary,
    GITHUB_OUTPUT: output,
    GITHUB_WORKSPACE: workspace,
  }
  // The settings of this test run are not for other test runners.
  const inherited = Object.entries(process.env).filter(([name]) => !/^(npm_|TAP|NODE_)/.test(name))

  let code = 0
  let log = ''
  for (const step of ACTION.runs.steps) {
    writeFileSync(script, step.run)
    const variables = Object.entries(step.env).map(([name, value]) => [name, evaluate(value, values)])
    const child = spawn('bash', ['--noprofile', '--norc', '-eo', 'pipefail', script], {
      cwd: join(workspace, evaluate(step['working-directory'], values)),
      env: { ...Object.fromEntries(inherited), ...files, ...Object.fromEntries(variables) },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const [stdout, stderr, [exitCode]] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      once(child, 'exit'),
    ])
    log += stdout + stderr
    for (const line of readFileSync(output, 'utf8').split('\n')) {
      const [, name, value = ''] = /^([\w-]+)=(.*)$/.exec(line) ?? []
      if (name !== undefined) values.set(`steps.${step.id}.outputs.${name}`, value)
    }
    code = exitCode
    if (code !== 0) break
  }
  const outputs = Object.entries(ACTION.outputs).map(([name, { value }]) => [name, evaluate(value, values)] as const)
  return {
    code,
    log,
    summary: readFileSync(summary, 'utf8'),
    outputs: Object.fromEntries(outputs.filter(([, value]) => value !== '')),
  }
}

/** Replaces the expressions in a text. One without a value is empty. */
function evaluate(text: string, values: ReadonlyMap<string, string>): string {
  return text.replace(/\$\{\{ (.*?) \}\}/g, (_, expression: string) => values.get(expression) ?? '')
}
