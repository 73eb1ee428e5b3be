import type { PlannedTest } from '../../../../src/rules/exposures/plan/plan.js'
import type { Style } from '../../../../src/rules/exposures/print/styles.js'
import { useStored } from '../../../shared/browser/use-stored.js'
import { BASE_PATH } from '../../../shared/service/base-path.js'
import { makeTest } from '../../../texts/en/make-test.js'

const { readme: texts } = makeTest

/** The tests that the user keeps, in the order in which they were added. Each has a slug of its own. */
export type Suite = readonly PlannedTest[]

/** Keeps the suite of this board in the browser. */
export function useSuite() {
  const [suite = [], store] = useStored<Suite>(`suite ${BASE_PATH}`, 'localStorage')
  return {
    suite,
    add: (test: PlannedTest) => store([...suite, { ...test, slug: freeSlug(suite, test.slug) }]),
    remove: (test: PlannedTest) => store(suite.filter((other) => other !== test)),
  }
}

/** Whether a suite has a test, maybe in a file with another name. */
export function hasTest(suite: Suite, test: PlannedTest): boolean {
  const textOf = (planned: PlannedTest) => JSON.stringify({ ...planned, slug: '' })
  return suite.some((other) => textOf(other) === textOf(test))
}

function freeSlug(suite: Suite, slug: string): string {
  const isFree = (name: string) => suite.every((test) => test.slug !== name)
  let name = slug
  for (let count = 2; !isFree(name); count++) name = `${slug}-${count}`
  return name
}

/** Returns the files of a project that runs the tests, by their paths. */
export function projectOf(suite: Suite, style: Style): Record<string, string> {
  const left = suite.filter((test) => style.reasonAgainst?.(test) !== undefined)
  const tests = suite.filter((test) => !left.includes(test))
  return {
    ...style.project,
    ...Object.fromEntries(tests.map((test) => [style.fileOf(test), style.print(test)])),
    'README.md': readmeOf(tests, left, style),
  }
}

function readmeOf(tests: Suite, left: Suite, style: Style): string {
  const { project, command } = style
  const installed = project['package.json']?.includes('ependencies') && 'npm install'
  const install = 'requirements.txt' in project ? 'pip install -r requirements.txt' : installed
  const [first = ''] = tests.map(({ baseUrl }) => baseUrl)
  return [
    `# ${style.title}`,
    texts.lead,
    ...(install ? [texts.install, codeOf(install)] : []),
    texts.run,
    codeOf(command),
    texts.url,
    codeOf(`API_URL=${first.replace(/\/api\/buggy$/, '/api/v1')} ${command}`),
    ...(tests.some(({ variant }) => variant === 'v2') ? [texts.accounts] : []),
    `## ${texts.tests}`,
    tests.map((test) => `- \`${style.fileOf(test)}\`: ${test.title} (\`${test.baseUrl}\`)`).join('\n'),
    ...(left.length > 0
      ? [`## ${texts.leftOut}`, left.map((test) => `- ${test.title}: ${style.reasonAgainst?.(test)}`).join('\n')]
      : []),
    '',
  ].join('\n\n')
}

function codeOf(command: string): string {
  return `\`\`\`sh\n${command}\n\`\`\``
}
