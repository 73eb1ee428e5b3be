import * as api from '@generated/hey-api'
import { createClient } from '@generated/hey-api/client'
import type { AuthClient, AuthModels, Connect, Matches, Matching } from '../../client.ts'
import { toResult } from '../fetch-result.ts'

export const connect: Connect<AuthClient> = ({ baseUrl, token }) => {
  const client = createClient({ baseUrl, auth: token })
  return {
    login: async (body) => toResult(await api.login({ client, body })),
    refresh: async (body) => toResult(await api.refresh({ client, body })),
    logout: async () => toResult(await api.logout({ client })),
    getCurrentUser: async () => toResult(await api.getCurrentUser({ client })),
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
