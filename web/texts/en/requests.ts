/** The texts of the Requests panel and of the request sender. */
export const requests = {
  heading: 'Requests',
  lead: 'All requests to this board, newest first. Open one to see what was sent and what came back. If a buggy response looks wrong, report it.',
  defaultBoard:
    'The requests that this page has sent for you, newest first. On a private board, you also see the requests of other clients, and you can report faults.',
  durations: {
    server: 'The bar and the time show how long the service took, including an injected delay.',
    page: 'The bar and the time show how long this page waited for the response.',
  },
  duration: (milliseconds: number) => `${Math.round(milliseconds).toLocaleString()} ms`,
  noResponse: 'no response',
  none: 'No requests yet. Choose a variant, and create or change a task.',
  noneFound: (all: number) =>
    all === 1 ? 'The request does not match the filters.' : `None of the ${all} requests matches the filters.`,
  showAll: 'Show all requests',
  latest: (count: number) => `These are the latest ${count} requests. GET /requests of the board returns older ones.`,
  report: 'Report',
  reportFault: 'Report a fault',
  reportLabel: (line: string) => `Report a fault: ${line}`,
  filters: {
    label: 'Filter the requests',
    variant: 'Variant',
    status: 'Status',
    method: 'Method',
    all: 'All',
    noResponse: 'none',
    unreported: 'Not reported yet',
    shown: (shown: number, all: number) => (shown === all ? `${all} shown` : `${shown} of ${all} shown`),
    clear: 'Clear filters',
  },
  terms: {
    faults: 'What the faults are',
    numbers: 'What these numbers mean',
    words: {
      claim: 'Claim',
      fault: 'Fault',
      defect: 'Defect',
      precision: 'Precision',
      recall: 'Recall',
      f1: 'F1',
    },
  },
} as const
