import type { PlannedTest } from '../plan/plan.js'
import { accountsIn, credentialsOf } from '../plan/walk.js'
import type { Dialect } from './javascript-dialects.js'

// biome-ignore lint/suspicious/noTemplateCurlyInString: this is the code of a test
const BEARER = '`Bearer ${userToken}`'

/** Prints the imports, by the names of the modules. */
export function importsOf(test: PlannedTest, dialect: Dialect): string[] {
  const lines = [...dialect.imports(test)]
  if (test.hasRun) lines.push(`import { randomUUID } from 'node:crypto'`)
  if (test.steps.some(({ after }) => after > 0)) lines.push(`import { setTimeout } from 'node:timers/promises'`)
  const sorted = lines.sort((a, b) => moduleOf(a).localeCompare(moduleOf(b)))
  return dialect.isCommonJs
    ? sorted.map((line) => line.replace(/^import (.+) from (.+)$/, 'const $1 = require($2)'))
    : sorted
}

function moduleOf(line: string): string {
  return /'(.*)'/.exec(line)?.[1] ?? line
}

/** Prints the names and passwords of the accounts that a test needs. */
export function accountsOf(test: PlannedTest): string[] {
  return accountsIn(test).map((name) => {
    const { username, password } = credentialsOf(name, (variable, value) => `process.env.${variable} ?? '${value}'`)
    return `const ${name} = { username: ${username}, password: ${password} }`
  })
}

/** Prints the hooks that log in. */
export function loginOf({ accounts }: PlannedTest, dialect: Dialect): string[] {
  return accounts.flatMap((account) => [
    `let ${account}Token`,
    '',
    `${dialect.before}(async (${dialect.argument}) => {`,
    ...indent(
      `  const response = await ${dialect.request({ method: 'POST', path: '/auth/login', headers: {}, body: { code: account } })}`,
    ).split('\n'),
    `  ${account}Token = ${dialect.token('response')}`,
    '})',
  ])
}

/** Prints the hook that deletes what the test created. */
export function cleanUpOf({ cleanUp, variant }: PlannedTest, dialect: Dialect): string[] {
  if (cleanUp.length === 0) return []
  const headers: Record<string, string> = variant === 'v1' ? {} : { Authorization: BEARER }
  const request = dialect.request({ method: 'DELETE', path: { code: 'path' }, headers, body: undefined })
  return [
    '',
    `${dialect.after}(async (${dialect.argument}) => {`,
    '  for (const path of created.splice(0)) {',
    `    await ${indent(indent(request))}`,
    '  }',
    '})',
  ]
}

/** Indents all lines but the first. */
export function indent(code: string): string {
  return code.replaceAll('\n', '\n  ')
}
