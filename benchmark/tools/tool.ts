import type { AdapterName } from '../../src/commands/grade/tools/finding.js'
import type { GradedVariant } from '../../src/contract/names.js'

/** What a tool is. Tools of one kind see, and do not see, about the same. */
export type Kind = 'examples of the document' | 'generated requests' | 'random values' | 'proxy' | 'suite'

/** A tool of the benchmark, or a test suite, with its configuration. */
export interface Tool {
  /** The name on the command line, and that of the file of its result. */
  name: string
  title: string
  kind: Kind
  /** The packages that decide about the result, with their versions. */
  versions: Readonly<Record<string, string>>
  variant: GradedVariant
  /** How its reports are read; `undefined` for a suite, which passes on a correct board. */
  adapter?: AdapterName
  /** The number of seeds. A tool that always sends the same requests needs one. */
  seeds?: number
  /** Whether its boards have the demo tasks, which are the examples of the document. */
  hasDemo?: boolean
  /** The maximum duration of a run in seconds. */
  timeLimit?: number
  /** The command, with the placeholders of `grade`. It runs in the root of the project. */
  command: readonly string[]
  /** Environment variables, with the same placeholders. */
  env?: Readonly<Record<string, string>>
  /** What differs from the defaults of the tool, as Markdown. */
  configuration: string
  /** Installs the tool and writes the files that its command reads. */
  prepare?(): void
}
