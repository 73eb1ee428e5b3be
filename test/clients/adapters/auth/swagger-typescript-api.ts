import * as api from '@generated/swagger-typescript-api'
import type { AuthClient, AuthModels, Connect, Matches, Matching } from '../../client.ts'
import { answer, settings } from '../axios.ts'

export const connect: Connect<AuthClient> = (connection) => {
  const { auth } = new api.Api(settings(connection))
  return {
    login: (input) => answer(auth.login(input)),
    refresh: (input) => answer(auth.refresh(input)),
    logout: () => answer(auth.logout()),
    getCurrentUser: () => answer(auth.getCurrentUser()),
  }
}

export type Types = Matching<
  Matches<
    AuthModels,
    {
      LoginRequest: api.LoginRequest
      LoginResponse: api.LoginResponse
      RefreshRequest: api.RefreshRequest
      RefreshResponse: api.RefreshResponse
      LogoutResponse: api.LogoutResponse
      CurrentUser: api.CurrentUser
    }
  >
>
