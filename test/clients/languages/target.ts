import type { DocumentName, Traits } from '../scenario/step.ts'

/** A generator of clients in a language other than TypeScript. */
export interface Target {
  /** Its name, which is also the name of the folder, next to this file, with its settings and its part of the program. */
  name: string
  language: 'C#' | 'Go' | 'Java' | 'Kotlin' | 'Python' | 'Rust'
  /** The programs that its commands need. */
  needs: string[]
  /** Whether its code is compiled, but plays no scenario. */
  isOnlyCompiled?: boolean
  /** Whether it reads documents in JSON only. */
  readsJson?: boolean
  /**
   * Returns the commands that generate and compile the client of a document. They run one after the other in a copy of the
   * folder.
   *
   * @param document the path of the document, which is JSON, or YAML for one of the documents if the target reads it
   */
  build(document: string, name: DocumentName): string[][]
  /**
   * The command of the program that uses the client. For each `Call` (`scenario/step.ts`), it decodes the body into the type
   * of the client, sends the request, and answers with the `Reply`, whose body it has encoded from the type of the client.
   * Its environment has `BASE_URL`, the URL of the variant or, for boards, of the service, without a slash at the end.
   */
  run: string[]
  traits?: Traits
}
