import type { Static } from '@sinclair/typebox'
import { DESCRIPTION_MAX, TITLE_MAX } from '../../contract/limits.js'
import * as auth from '../../contract/schemas/auth.js'
import { COMPONENTS, componentsOf } from '../../contract/schemas/components.js'
import { readPaging } from '../../contract/schemas/paging.js'
import * as task from '../../contract/schemas/task.js'
import { type Edition, OPERATION_GROUPS } from './edition.js'

/** The current edition: the specification without the last table of section 9. */
export const current: Edition = {
  name: 'current',
  titleSuffix: '',
  hasWorkflows: true,
  limits: { title: TITLE_MAX, description: DESCRIPTION_MAX },
  operationsOf: () => OPERATION_GROUPS,
  components: COMPONENTS,
  tasks: {
    listQuery: task.TaskListQuery,
    // Named one by one, because copying the rest of a query takes longer than all that a list does.
    toQuery(query: Static<typeof task.TaskListQuery>) {
      const { page, size } = readPaging(query)
      const { sort = 'id', direction = 'asc', status, priority, search } = query
      return { page, size, sort, direction, status, priority, search }
    },
    summarize: (store, board) => store.countTasks(board),
  },
  auth: {
    components: componentsOf(auth),
    refreshWith: 'refreshToken',
    challenges: false,
  },
}
