/** The defects and the accounts of the service, which `grade` and `suggest` use. Commands cannot import the API. */
export { DEFAULT_ACCOUNTS } from '../api/auth/accounts.js'
export { DEFECTS, exposureOf } from '../api/defects/catalogue.js'
export { SEVERITIES } from '../api/defects/defect.js'
export { findDefect, NoTest, planTestOf, printTest } from '../api/defects/print-test.js'
export type { SeenExchange } from '../api/recorder/sent-response.js'
