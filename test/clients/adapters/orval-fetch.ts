/** The base URL of the generated functions. */
export const settings = { baseUrl: '' }

/** Sends the requests of the generated functions. By default, orval parses every body as JSON, including files. */
export async function request<T>(url: string, init: RequestInit): Promise<T> {
  const response = await fetch(settings.baseUrl + url, init)
  const { status, headers } = response
  return { status, headers, data: await read(response) } as T
}

function read(response: Response): Promise<unknown> | undefined {
  if (response.status === 204) return undefined
  return response.headers.has('Content-Disposition') ? response.blob() : response.json()
}
