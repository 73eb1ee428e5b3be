/** The tags of all documents, in the order in which the documents list them. */
export const TAGS = [
  { name: 'Authentication', description: 'Log in, refresh tokens and log out.' },
  { name: 'Tasks', description: 'The tasks of the board.' },
  { name: 'Comments', description: 'The comments of a task.' },
  { name: 'Attachments', description: 'The files of a task.' },
  { name: 'Service', description: 'The indexes of the service and of the default board.' },
  { name: 'Boards', description: 'Create, manage and delete private boards.' },
  { name: 'Faults', description: 'The faults of the buggy variant of a board.' },
  { name: 'Defects', description: 'The defects of a board, which break rules of the specification in every variant.' },
  { name: 'Snapshots', description: 'The content of a board as one JSON document.' },
  { name: 'Classes', description: 'Boards with one trainer, one joining code and common settings.' },
  { name: 'Training', description: 'Exercises, the claims of learners, and their scores.' },
  { name: 'Journal', description: 'The requests to a board and their responses.' },
]
