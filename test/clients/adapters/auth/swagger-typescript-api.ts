import * as api from '@generated/swagger-typescript-api'
import type { AuthClient, AuthModels, Connect, Matches, Matching } from '../../client.ts'
import { settings, toResult } from '../axios.ts'

export const connect: Connect<AuthClient> = (connection) => {
  const { auth } = new api.Api(settings(connection))
  return {
    login: (input) => toResult(auth.login(input)),
    refresh: (input) => toResult(auth.refresh(input)),
    logout: () => toResult(auth.logout()),
    getCurrentUser: () => toResult(auth.getCurrentUser()),
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
