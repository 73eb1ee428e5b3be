import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Style, styleOf } from '../../../rules/exposures/print/styles.js'

/** What shows the style of a suite, in a command or a file of its project. The first sign that fits counts. */
const SIGNS: readonly [style: string, sign: RegExp][] = [
  ['postman', /\bnewman\b|\.postman_collection\b/],
  ['bruno', /\bbru\b|@usebruno\//],
  ['hurl', /\bhurl\b/],
  ['karate', /\bkarate\b|\.feature\b/],
  ['rest-assured', /\brest-assured\b/],
  ['pytest', /\bpytest\b|\.py\b/],
  ['playwright', /\bplaywright\b(?!-)/],
  ['vitest', /\bvitest\b/],
  ['jest-supertest', /\bjest\b/],
  ['node-test', /\bnode\b.*\s--test\b/],
]

/** The commands of build tools, whose projects say what the tests are. */
const JAVA = /\b(mvnw?|gradlew?)\b/

/** The files that can name the runner of a suite. */
const JAVA_FILES = ['pom.xml', 'build.gradle', 'build.gradle.kts']
const PYTHON_FILES = ['pytest.ini', 'pyproject.toml', 'requirements.txt']

/** The style of suggestions for suites whose style is not known. It needs nothing but Node.js. */
const USUAL = 'node-test'

/**
 * Recognises the style of a suite by its command, or else by the files of its project.
 *
 * @param folder the folder in which the command runs
 */
export async function recognizeStyle(command: readonly string[], folder: string): Promise<Style> {
  const line = command.join(' ')
  const read = (name: string) => readFile(join(folder, name), 'utf8').catch(() => undefined)
  const texts = JAVA.test(line)
    ? [...(await Promise.all(JAVA_FILES.map(read))), 'rest-assured']
    : [
        line,
        ...manifestTexts(await read('package.json'), line),
        ...(await Promise.all([...PYTHON_FILES, ...JAVA_FILES].map(read))),
      ]
  const names = texts.flatMap((text = '') => SIGNS.find(([, sign]) => sign.test(text))?.[0] ?? [])
  return styleOf(names[0] ?? USUAL) ?? (styleOf(USUAL) as Style)
}

/** Returns the scripts of a package.json that a command runs, and then the names of its dependencies. */
function manifestTexts(text: string | undefined, command: string): string[] {
  try {
    const { scripts = {}, dependencies, devDependencies } = JSON.parse(text ?? '{}')
    const words = command.split(/[\s;&|'"]+/)
    return [
      ...words.flatMap((word) => scripts[word] ?? []),
      ...Object.keys({ ...dependencies, ...devDependencies }),
    ].map(String)
  } catch {
    // The file is not valid JSON.
    return []
  }
}
