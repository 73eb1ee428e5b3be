import type * as api from '@generated/openapi-fetch'
import createClient from 'openapi-fetch'
import type { AuthClient, AuthModels, Connect, Matches, Matching } from '../../client.ts'
import { bearer } from '../bearer.ts'
import { toResult } from '../fetch-result.ts'

export const connect: Connect<AuthClient> = ({ baseUrl, token }) => {
  const { GET, POST } = createClient<api.paths>({ baseUrl, headers: bearer(token) })
  return {
    login: async (body) => toResult(await POST('/auth/login', { body })),
    refresh: async (body) => toResult(await POST('/auth/refresh', { body })),
    logout: async () => toResult(await POST('/auth/logout')),
    getCurrentUser: async () => toResult(await GET('/auth/me')),
  }
}

export type Types = Matching<Matches<AuthModels, api.components['schemas']>>
