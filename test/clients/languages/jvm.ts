import { fileURLToPath } from 'node:url'
import type { DocumentName, Target } from './target.ts'

const DOCUMENTS: readonly DocumentName[] = ['v1', 'v2', 'buggy', 'boards']

/** The folder with the scenarios of all Java clients. */
const JAVA = fileURLToPath(new URL('java', import.meta.url))

/** The part of the scenario that a document needs, with its main class. The part `session` begins with `tasks`. */
const SCENARIOS: Record<DocumentName, { parts: string[]; main: string }> = {
  v1: { parts: ['tasks'], main: 'TaskScenario' },
  v2: { parts: ['tasks', 'session'], main: 'SessionScenario' },
  buggy: { parts: ['tasks'], main: 'TaskScenario' },
  boards: { parts: ['boards'], main: 'BoardScenario' },
}

/** Returns the command that runs phases and goals of Maven for a document. */
function maven(document: string, ...goals: string[]): string[] {
  return ['mvn', '-q', '-B', ...goals, `-Ddocument=${document}`]
}

/** Returns the commands that copy the parts of a scenario to the sources of a client, and compile both. */
function build(parts: string, sources: string, document: string, name: DocumentName): string[][] {
  const folders = ['common', ...SCENARIOS[name].parts].map((part) => `${parts}/${part}/scenario`)
  return [
    ['mkdir', '-p', sources],
    ['cp', '-R', ...folders, sources],
    maven(document, 'compile', 'dependency:copy-dependencies'),
  ]
}

/** Returns the command that runs a scenario. Java reads the names of files in the encoding of the locale. */
function run(name: DocumentName): string[] {
  const main = `scenario.${SCENARIOS[name].main}`
  return ['env', 'LC_ALL=C.UTF-8', 'java', '-cp', 'target/classes:target/dependency/*', main]
}

function java(name: string): Target {
  return {
    name,
    language: 'Java',
    needs: ['java', 'mvn'],
    runs: DOCUMENTS,
    build: (document, name) => build(JAVA, 'src/main/java', document, name),
    run,
  }
}

/** The clients in languages of the Java virtual machine. The versions of their generators are in their `pom.xml`. */
export const JVM: readonly Target[] = [
  java('java-native'),
  java('java-okhttp'),
  java('java-swagger-codegen'),
  {
    name: 'kotlin',
    language: 'Kotlin',
    needs: ['java', 'mvn'],
    runs: DOCUMENTS,
    build: (document, name) => build('.', 'src/main/kotlin', document, name),
    run,
  },
  {
    name: 'spring',
    language: 'Java',
    needs: ['java', 'mvn'],
    runs: [],
    compiles: DOCUMENTS,
    // The tests try the patterns of a task, which boards do not have.
    build: (document, name) => [maven(document, name === 'boards' ? 'compile' : 'test')],
    run,
  },
]
