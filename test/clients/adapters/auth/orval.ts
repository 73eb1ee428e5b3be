import * as api from '@generated/orval'
import type { AuthClient, AuthModels, Connect, Matches, Matching } from '../../client.ts'
import { bearer } from '../bearer.ts'
import { settings } from '../orval-fetch.ts'

export const connect: Connect<AuthClient> = ({ baseUrl, token }) => {
  settings.baseUrl = baseUrl
  const options = { headers: bearer(token) }
  return {
    async login(input) {
      const { status, data } = await api.login(input, options)
      return status === 200 ? { status, data } : { status, error: data }
    },
    async refresh(input) {
      const { status, data } = await api.refresh(input, options)
      return status === 200 ? { status, data } : { status, error: data }
    },
    async logout() {
      const { status, data } = await api.logout(options)
      return status === 200 ? { status, data } : { status, error: data }
    },
    async getCurrentUser() {
      const { status, data } = await api.getCurrentUser(options)
      return status === 200 ? { status, data } : { status, error: data }
    },
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
