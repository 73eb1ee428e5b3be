import type { Refusal } from '../../../src/rules/exposures/plan/exchange.js'

/** The texts of the dialog that makes a request a test, and of the README of the suite. */
export const makeTest = {
  heading: 'A test of this request',
  style: 'Style',
  file: (name: string) => `File: \`${name}\``,
  hidden:
    'The test expects what you see. After a right report, or the end of the exercise, it expects the correct response.',
  seen: 'The test expects what the service has returned. Check it: a board can have defects.',
  add: 'Add to my suite',
  added: 'This test is in your suite.',
  suite: (count: number) => `My suite (${count})`,
  none: 'The suite has no tests yet. This browser keeps it for this board.',
  remove: 'Remove',
  removeLabel: (title: string) => `Remove the test: ${title}`,
  download: 'Download as zip',
  /** Why there is no test. */
  refusals: {
    'no-variant': 'This request belongs to no variant of the API, so there is no test for it.',
    'not-sendable':
      'Test clients do not send such a request: it has a rare method, a body with GET, or a body without a media type.',
    cut: 'A body of this exchange is not recorded completely, so it cannot be made a test.',
    redacted: 'The request has a secret, which is not recorded. Write this test by hand, with a secret of your own.',
    reference: 'A text in braces in this exchange looks like a variable of a test. Send the request without it.',
    failed:
      'The response is a failure, and what it should be is not shown. If you report its fault and are right, you can make a test.',
    delay: 'The response was only late. Set a time-out in your test runner: a test of the content does not see it.',
    parts: 'The names of the parts of this upload are not recorded, so it cannot be made a test.',
  } satisfies Record<Refusal, string>,
  readme: {
    lead: 'Tests that were made from requests on a board page. Each creates what it needs, and deletes it at the end.',
    install: 'Install what they need:',
    run: 'Run them in this folder:',
    url: 'Each file has the base URL to which its requests went. `API_URL` replaces it in all of them, for example with that of a correct service:',
    accounts:
      'Tests of v2 log in. `ADMIN_USERNAME`, `ADMIN_PASSWORD`, `USER_USERNAME` and `USER_PASSWORD` replace the published accounts. Run them with a base URL of v2, and the others with one of v1.',
    tests: 'Tests',
    leftOut: 'Tests that this style cannot express',
  },
} as const
