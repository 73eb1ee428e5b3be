import { createContext } from 'preact'
import { useContext } from 'preact/hooks'
import { type SendOptions, send } from '../../shared/service/api.js'

/** The class that the page shows, and the token that manages it. */
export interface Access {
  id: string
  token: string
}

/** Sends a request about a class. */
export interface ClassApi extends Access {
  /**
   * @param path the path below `/classes/<id>`
   * @returns the JSON of the response
   * @throws RequestFailed
   */
  send<Body>(method: string, path: string, json?: object): Promise<Body>
}

export function createClassApi({ id, token }: Access): ClassApi {
  return {
    id,
    token,
    send<Body>(method: string, path: string, json?: object) {
      const options: SendOptions = { token, json }
      return send<Body>(method, `/classes/${encodeURIComponent(id)}${path}`, options)
    },
  }
}

export const ClassContext = createContext<ClassApi | undefined>(undefined)

/** Returns the class of the page. */
export function useClass(): ClassApi {
  return useContext(ClassContext) as ClassApi
}
