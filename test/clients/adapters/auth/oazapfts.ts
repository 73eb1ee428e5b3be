import * as api from '@generated/oazapfts'
import type { AuthClient, AuthModels, Connect, Matches, Matching } from '../../client.ts'
import { bearer } from '../bearer.ts'
import { toResult } from '../by-status.ts'

export const connect: Connect<AuthClient> = ({ baseUrl, token }) => {
  const options = { baseUrl, headers: bearer(token) }
  return {
    login: (input) => toResult(api.login(input, options)),
    refresh: (input) => toResult(api.refresh(input, options)),
    logout: () => toResult(api.logout(options)),
    getCurrentUser: () => toResult(api.getCurrentUser(options)),
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
