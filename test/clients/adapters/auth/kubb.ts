import * as api from '@generated/kubb'
import type { AuthClient, AuthModels, Connect, Matches, Matching } from '../../client.ts'
import { toResult } from '../axios.ts'
import { axiosClient } from '../kubb.ts'

export const connect: Connect<AuthClient> = (connection) => {
  const config = axiosClient(connection)
  return {
    login: (input) => toResult(api.login(input, config)),
    refresh: (input) => toResult(api.refresh(input, config)),
    logout: () => toResult(api.logout(config)),
    getCurrentUser: () => toResult(api.getCurrentUser(config)),
  }
}

export type Types = Matching<
  Matches<
    AuthModels,
    {
      LoginRequest: api.LoginRequest
      Session: api.Session
      RefreshRequest: api.RefreshRequest
      RefreshedSession: api.RefreshedSession
      LogoutConfirmation: api.LogoutConfirmation
      CurrentUser: api.CurrentUser
    }
  >
>
