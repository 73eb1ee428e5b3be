/** Where the functions that orval generates send their requests. */
export const settings = { baseUrl: '' }

/**
 * How the functions that orval generates send a request and read its answer. Without this, the generated code
 * takes every body for JSON, files included.
 */
export async function request<T>(url: string, init: RequestInit): Promise<T> {
  const response = await fetch(settings.baseUrl + url, init)
  const { status, headers } = response
  return { status, headers, data: await read(response) } as T
}

function read(response: Response): Promise<unknown> | undefined {
  if (response.status === 204) return undefined
  return response.headers.has('Content-Disposition') ? response.blob() : response.json()
}
