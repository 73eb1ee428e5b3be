/** The texts of the exercise templates. Those for learners are Markdown. */
export const templates = {
  legend: 'Start from a template',
  hint: 'A template fills in the form. You can change everything before you start.',
  facts: (minutes: number, faults: string) => `${minutes} min, ${faults}`,
  drilled: 'the faults of the drill',
  profiles: { none: 'no faults', stormy: 'many faults' },
  list: {
    'first-hour': {
      name: 'First hour',
      lead: 'Sixteen small challenges, from the first request to the first fault. For beginners.',
      title: 'Your first hour with an API',
      task: 'Solve the challenges in their order, with any client.',
      instructions:
        '1. Open your board. It has an address of its own, and nobody else uses it.\n2. Send the request that the first challenge asks for: with the request sender, with curl, or from a test.\n3. The board notices what you have solved. Take a hint when you are stuck.',
    },
    'five-faults': {
      name: 'Find five faults',
      lead: 'Learners read responses of buggy, and report what breaks the contract.',
      title: 'Find five faults',
      task: 'Find and report five different faults in the responses of `/api/buggy`.',
      instructions:
        '1. Send requests to `/api/buggy`: lists, single tasks, changes.\n2. Compare each response with the API docs: status, fields, types, paging, time.\n3. Report a response that is wrong, with its fault. A wrong report lowers your precision.',
    },
    login: {
      name: 'Log in and refresh',
      lead: 'Tokens, roles and refresh tokens in v2. There are no faults.',
      title: 'Log in, refresh, log out',
      task: 'Find out how v2 protects its tasks, and what happens to a refresh token that is used twice.',
      instructions:
        '1. Log in at `/api/v2`. The API docs name the accounts.\n2. Use the access token, and find out what USER may not do.\n3. Refresh the session, then try the old refresh token again.',
    },
    'negative-testing': {
      name: 'Test the limits',
      lead: 'Boundaries and invalid input: 100 and 101 characters, pages past the end, the fourth file.',
      title: 'Test the limits',
      task: 'Meet each limit of the contract on both sides.',
      instructions:
        '1. Read the limits in the API docs.\n2. For each limit, send the last value that is valid, and the first that is not.\n3. Check the status, the message and the fields in `errors`.',
    },
    resilience: {
      name: 'Survive the faults',
      lead: 'Reproduce each of the seven faults, find it, and write a client that survives it.',
      title: 'Faults, and how to survive them',
      task: 'Reproduce each fault with the header `Prefer`, then find it without.',
      instructions:
        '1. Request a fault: `Prefer: fault=server-error`.\n2. Find the same fault without the header, and report it.\n3. Make your client retry and time out.',
    },
    drill: {
      name: 'Drill your client',
      lead: 'Learners let a client do a task on a bad network. The service judges what the client did about each fault.',
      title: 'Does your client survive a bad network?',
      task: 'Let your client do the task of the drill, and improve it until everything is right.',
      instructions:
        '1. Read the task beside the board, under “Drill”.\n2. Do it with a client of your own, or with the request sender. Requests fail, are slow, or lose their response.\n3. Finish the run, and read what was right. Then start again, and do better.',
    },
    exam: {
      name: 'Exam',
      lead: 'Faults without hints. Learners see verdicts and scores only after the end.',
      title: 'Find the broken responses',
      task: 'Report every response of `/api/buggy` that breaks the contract.',
      instructions:
        '1. Send requests to `/api/buggy`.\n2. Report each response that is wrong, with its fault.\n3. You will see your score after the end.',
    },
  },
} as const
