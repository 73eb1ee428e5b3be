import type { Challenge } from '../../challenge.js'
import { adminDeletesAll } from './admin-deletes-all.js'
import { afterLogout } from './after-logout.js'
import { expiredToken } from './expired-token.js'
import { firstToken } from './first-token.js'
import { forgedToken } from './forged-token.js'
import { login } from './login.js'
import { loginWithoutPassword } from './login-without-password.js'
import { lowerCaseScheme } from './lower-case-scheme.js'
import { refresh } from './refresh.js'
import { refreshTokenUsed } from './refresh-token-used.js'
import { roleRequired } from './role-required.js'
import { whoAmI } from './who-am-i.js'
import { withoutToken } from './without-token.js'
import { wrongPassword } from './wrong-password.js'
import { wrongScheme } from './wrong-scheme.js'

export const AUTHENTICATION: readonly Challenge[] = [
  login,
  wrongPassword,
  loginWithoutPassword,
  firstToken,
  whoAmI,
  withoutToken,
  wrongScheme,
  forgedToken,
  roleRequired,
  adminDeletesAll,
  refresh,
  refreshTokenUsed,
  afterLogout,
  expiredToken,
  lowerCaseScheme,
]
