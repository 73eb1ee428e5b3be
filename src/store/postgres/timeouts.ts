/** How long everything on PostgreSQL may take, in milliseconds; parameters of the URL go before. */
export const TIMEOUTS = {
  // The server gives up a statement, the wait for a lock, and a transaction whose owner is silent.
  statement_timeout: 15_000,
  lock_timeout: 10_000,
  idle_in_transaction_session_timeout: 10_000,
  // The client gives up a server that does not answer at all.
  query_timeout: 20_000,
}
