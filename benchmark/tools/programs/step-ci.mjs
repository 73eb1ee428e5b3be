/**
 * Generates a workflow from the document of a board with Step CI, runs it, and writes the checks that fail as NDJSON:
 * `node step-ci.mjs <base URL of the variant>`. Step CI itself writes no report.
 */
import { writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'

// The packages that the command `stepci` consists of.
const load = createRequire(createRequire(import.meta.url).resolve('stepci/package.json'))
const { generateWorkflow } = load('@stepci/plugin-openapi')
const { runFromYAML } = load('@stepci/runner')

const [base] = process.argv.slice(2)
const document = await (await fetch(`${base}/openapi.json`)).json()
const workflow = JSON.parse(JSON.stringify(await generateWorkflow({ ...document, servers: [{ url: base }] }, {})))
workflow.config.continueOnFail = true
// YAML contains JSON.
const { result } = await runFromYAML(JSON.stringify(workflow))

const findings = result.tests
  .flatMap(({ steps }) => steps)
  .flatMap(({ id, request, response, checks = {}, errored, errorMessage }) => {
    const operation = request === undefined ? id : `${request.method} ${request.url}`
    const finding = { operation, status: response?.status }
    const failed = failedIn(checks).map((check) => ({ ...finding, check }))
    return errored ? [...failed, { ...finding, check: errorMessage ?? 'error' }] : failed
  })
writeFileSync(process.env.REPORT_FILE, findings.map((finding) => `${JSON.stringify(finding)}\n`).join(''))

/** Returns the names of the failed checks. A check of several values has one for each. */
function failedIn(checks) {
  return Object.entries(checks).flatMap(([name, check]) => {
    if (typeof check.passed === 'boolean') return check.passed ? [] : [name]
    return failedIn(check).map((part) => `${name} ${part}`)
  })
}
