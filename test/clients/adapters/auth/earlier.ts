import type { paths } from '@generated/openapi-fetch'
import createClient from 'openapi-fetch'
import type { Connection, LoginRequest } from '../../client.ts'
import { bearer } from '../bearer.ts'
import { toResult } from '../fetch-result.ts'

/** The operations that only v2 of the earlier edition has. */
export function connect({ baseUrl, token }: Connection) {
  const { GET, POST } = createClient<paths>({ baseUrl, headers: bearer(token) })
  return {
    login: async (body: LoginRequest) => toResult(await POST('/auth/login', { body })),
    refresh: async () => toResult(await POST('/auth/refresh')),
    logout: async () => toResult(await POST('/auth/logout')),
    getCurrentUser: async () => toResult(await GET('/auth/me')),
  }
}
