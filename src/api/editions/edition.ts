import type { TObject, TSchema } from '@sinclair/typebox'
import type { Json } from '../../contract/json.js'
import type { TaskInput } from '../../contract/schemas/task.js'
import type { TaskQuery, TaskValues } from '../../rooms/board/values.js'
import type { Store } from '../../rooms/store.js'

/** The groups of operations on tasks. Each is one plugin in `src/api/tasks/`. */
export const OPERATION_GROUPS = ['tasks', 'deleteAll', 'reorder', 'comments', 'attachments'] as const
export type OperationGroup = (typeof OPERATION_GROUPS)[number]

/**
 * An edition of the contract: everything in which editions differ. Routes, plugins of variants and documents read it.
 * A port serves one edition.
 */
export interface Edition {
  /** The name, which is the value of EDITION. */
  name: string
  /** The end of the titles of the documents and of the documentation page. */
  titleSuffix: string
  /** When an edition that another one replaces was deprecated, and when it is expected to end. */
  deprecation?: { since: Date; sunset: Date }
  /** Whether the workflows (Arazzo) are sequences of requests to this edition. */
  hasWorkflows: boolean
  /** The maximum lengths of texts in requests. Snapshots accept the longest text of all editions. */
  limits: { title: number; description: number }
  /** Returns the groups of operations that a variant has. */
  operationsOf(variant: string): readonly OperationGroup[]
  /**
   * The components of the documents. Routes refer to them by `$id`, so a component decides what requests contain and
   * which fields responses show.
   */
  components: readonly TSchema[]
  tasks: TaskRules
  auth: AuthRules
}

/** How an edition reads and shows tasks. */
export interface TaskRules {
  /** The query parameters of the list. */
  listQuery: TObject
  /** Converts a valid query of the list. */
  toQuery(query: object): TaskQuery
  /** Returns a valid body without what the edition does not know. By default, it knows everything. */
  toInput?(body: TaskInput): TaskInput
  /** Returns the values that a replacement writes. By default, these are all. */
  toReplaced?(values: TaskValues): Partial<TaskValues>
  /**
   * Parses the JSON text of stored tasks for the serialiser, which writes the fields of the component `Task`. By default,
   * responses send the text itself, which has all fields of the current edition.
   */
  parse?<T>(json: Json<T>): Promise<T>
  /** Returns the body of the summary. */
  summarize(store: Store, board: string): Promise<object>
}

/** How an edition authenticates requests to v2. */
export interface AuthRules {
  /** The components that only v2 has. */
  components: readonly TSchema[]
  /** The token that a refresh requires. */
  refreshWith: 'refreshToken' | 'accessToken'
  /** Whether a request without the header `Authorization` gets 401 with a challenge, instead of 403. */
  challenges: boolean
}
