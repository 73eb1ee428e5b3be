/** Why an access token is not valid, by cause. */
export const TOKEN_REFUSALS = {
  missing: 'the token is missing',
  expired: 'the token has expired',
  'without-scheme': 'the header is malformed',
  malformed: 'the token is malformed',
  foreign: 'the token was not issued by this service',
  'of-ended-session': 'the session has ended, or belongs to another board',
  'of-changed-account': 'the account no longer exists or has another role',
} as const
