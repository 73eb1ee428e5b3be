import type { Expectation } from '../exposure.js'
import type { PlannedStep, PlannedTest, RunPart } from '../plan/plan.js'
import { valuesOf } from '../plan/values.js'
import { capturesOf, pathOfUrl, runPartsOf, variableOf } from '../plan/variables.js'
import { chai, printExpectation, type Reader } from './javascript-assertions.js'
import { javaScript, memberOf, quote } from './javascript-values.js'

/** Code of the sandbox of Postman reads variables. */
const { value: toScript } = valuesOf(
  javaScript((part: RunPart) =>
    part.kind === 'basePath' ? pathOfUrl("pm.variables.get('baseUrl')") : `pm.variables.get('${variableOf(part)}')`,
  ),
)

const POSTMAN: Reader = {
  status: () => 'pm.response.code',
  header: (_, name) => `pm.response.headers.get('${name}')`,
  text: () => 'pm.response.text()',
  assert: chai('pm.expect'),
}

/** Returns the scripts before and after the request of a step. */
export function eventsOf(step: PlannedStep, test: PlannedTest) {
  const before = [...(step === test.steps[0] ? preparationsOf(test) : []), ...contentOf(step)]
  if (step.after > 0) before.push(`setTimeout(() => {}, ${step.after})`)
  const captures = capturesOf(step, test).map((part) => {
    const value = `pm.response.json()${part.pointer.map(memberOf).join('')}`
    return `pm.collectionVariables.set('${variableOf(part)}', ${part.part === undefined ? value : `${value}.split('.')[${part.part}]`})`
  })
  const after = [...captures, ...assertionsOf(step, test.title), ...repetitionOf(step)]
  const events = Object.entries({ prerequest: before, test: after })
  return { event: events.flatMap(([listen, exec]) => (exec.length > 0 ? [{ listen, script: { exec } }] : [])) }
}

function preparationsOf(test: PlannedTest): string[] {
  const capitals = runPartsOf(test).flatMap((part) =>
    part.kind === 'account' && part.field === 'PASSWORD' ? part : [],
  )
  return [
    ...(test.hasRun ? ["pm.collectionVariables.set('run', Date.now().toString(36))"] : []),
    ...capitals.map((part) => {
      const password = `pm.variables.get('${part.account}Password').toUpperCase()`
      return `pm.collectionVariables.set('${variableOf(part)}', ${password})`
    }),
  ]
}

/** A long content is written as an expression. */
function contentOf({ requests: [request] }: PlannedStep): string[] {
  const form = request?.body && 'form' in request.body ? request.body.form : []
  return form.flatMap(({ content }) =>
    typeof content === 'object'
      ? `pm.collectionVariables.set('content', ${quote(content.repeat)}.repeat(${content.times}))`
      : [],
  )
}

function assertionsOf({ expect }: PlannedStep, title: string): string[] {
  if (expect.length === 0) return []
  const isJson = expect.some(({ at }) => at.startsWith('/'))
  return [
    `pm.test(${quote(title)}, () => {`,
    ...expect.filter(({ at }) => !at.startsWith('/')).map((expectation) => `  ${assertionOf(expectation)}`),
    ...(isJson ? ['  const body = pm.response.json()'] : []),
    ...expect.filter(({ at }) => at.startsWith('/')).map((expectation) => `  ${assertionOf(expectation)}`),
    '})',
  ]
}

function assertionOf(expectation: Expectation): string {
  return printExpectation(expectation, ['pm.response', 'body'], POSTMAN, toScript)
}

function repetitionOf({ times }: PlannedStep): string[] {
  if (times === 1) return []
  return [
    "const count = (pm.variables.get('count') ?? 0) + 1",
    "pm.collectionVariables.set('count', count)",
    `if (count < ${times}) pm.execution.setNextRequest(pm.info.requestName)`,
  ]
}
