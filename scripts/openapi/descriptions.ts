/** Descriptions of operations in editions where they differ from those of the routes, by edition and operation id. */
export const DESCRIPTIONS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  earlier: {
    createTask: 'Creates a task.',
    getTask: 'Returns the task with its comments.',
    replaceTask:
      'Replaces the values of a task. Omitted optional fields get their defaults. Comments do not change, and neither do the fields that this edition does not show.',
    deleteTask: 'Deletes a task with its comments.',
    deleteAllTasks: 'Deletes every task of the board with its comments. The ids of deleted tasks are not reused.',
    login: 'Starts a session and returns its access token.',
    logout: 'Ends the session. Its access tokens are rejected from now on.',
    getTaskSummary: 'Returns the number of tasks in total, by status and by priority.',
  },
}
