/** The documents from which the clients of other languages are generated. */
export type DocumentName = 'v1' | 'v2' | 'buggy' | 'boards'

/** A generator of clients in a language other than TypeScript. */
export interface Target {
  /** Its name, which is also the name of the folder with its scenario, next to this file. */
  name: string
  language: 'C#' | 'Go' | 'Java' | 'Kotlin' | 'Python' | 'Rust'
  /** The programs that its commands need. */
  needs: string[]
  /** The documents whose clients run the scenario. */
  runs: readonly DocumentName[]
  /** The documents whose clients are only compiled. */
  compiles?: readonly DocumentName[]
  /**
   * Returns the commands that generate and compile the client of a document. They run one after the other in a copy of the
   * folder of the scenario.
   *
   * @param document the path of the document, which is JSON, or YAML for one of the documents
   */
  build(document: string, name: DocumentName): string[][]
  /**
   * Returns the command that runs the scenario. Its environment has `DOCUMENT`, the name of the document, `BASE_URL`,
   * the URL of the variant or, for boards, of the service, without a slash at the end, and `ADMIN_TOKEN`.
   */
  run(name: DocumentName): string[]
}
