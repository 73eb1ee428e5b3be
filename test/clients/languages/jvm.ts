import { join } from 'node:path'
import type { Traits } from '../scenario/step.ts'
import type { Target } from './target.ts'

const JAVA = join(import.meta.dirname, 'java')
const SOURCES = 'src/main/java/scenario'

/** Returns the command that runs phases and goals of Maven for a document. Its process is short. */
function maven(document: string, ...goals: string[]): string[] {
  const options = '-XX:TieredStopAtLevel=1 -XX:+UseSerialGC -Xshare:auto'
  return ['env', `MAVEN_OPTS=${options}`, 'mvn', '-q', '-B', ...goals, `-Ddocument=${document}`]
}

/** Returns a target whose folder has the sources of the program that are its own. */
function target(name: string, language: 'Java' | 'Kotlin', sources: string[], traits: Traits): Target {
  return {
    name,
    language,
    needs: ['java', 'mvn'],
    build: (document) => [
      ['mkdir', '-p', SOURCES],
      ['cp', ...sources, SOURCES],
      ['cp', join(JAVA, 'parent.xml'), '.'],
      maven(document, 'compile', 'dependency:copy-dependencies'),
    ],
    // Java reads the names of files in the encoding of the locale.
    run: ['env', 'LC_ALL=C.UTF-8', 'java', '-cp', 'target/classes:target/dependency/*', 'scenario.Serve'],
    traits,
  }
}

const java = (name: string) => target(name, 'Java', [join(JAVA, 'Serve.java'), 'Tool.java'], { mergesNothing: true })

/** The clients in languages of the Java virtual machine. The versions of their generators are in the files of Maven. */
export const JVM: readonly Target[] = [
  java('java-native'),
  java('java-okhttp'),
  java('java-swagger-codegen'),
  target('kotlin', 'Kotlin', ['Serve.kt'], { mergesNothing: true }),
  {
    name: 'spring',
    language: 'Java',
    needs: ['java', 'mvn'],
    isOnlyCompiled: true,
    // The tests try the patterns of a task, which boards do not have.
    build: (document, name) => [maven(document, name === 'boards' ? 'compile' : 'test')],
    run: [],
  },
]
