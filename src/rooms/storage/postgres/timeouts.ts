/** The timeouts of PostgreSQL in milliseconds. Parameters of the database URL override them. */
export const TIMEOUTS = {
  // Enforced by the server: for a statement, for a lock, and for a transaction without statements.
  statement_timeout: 15_000,
  lock_timeout: 10_000,
  idle_in_transaction_session_timeout: 10_000,
  // Enforced by the client, if the server does not respond at all.
  query_timeout: 20_000,
}
