/** A request of the benchmark. Fails if the response is an error. */
export async function send<Body>(method: string, url: string, json?: object, token?: string): Promise<Body> {
  const response = await fetch(url, {
    method,
    headers: {
      ...(json && { 'content-type': 'application/json' }),
      ...(token && { authorization: `Bearer ${token}` }),
    },
    ...(json && { body: JSON.stringify(json) }),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${method} ${url} returned ${response.status}: ${text}`)
  return (text === '' ? undefined : JSON.parse(text)) as Body
}

export interface CreatedClass {
  id: string
  trainerSecret: string
  boards: { baseUrl: string }[]
}

/** Creates a class with demo tasks. */
export function createClass(origin: string, count: number): Promise<CreatedClass> {
  const names = Array.from({ length: count }, (_, index) => `Learner ${index + 1}`)
  const exercise = { title: 'Find the faults', faults: { profile: 'stormy', rates: { 'slow-response': 0 } } }
  return send<CreatedClass>('POST', `${origin}/classes`, { name: 'A class', names, fixture: 'demo', exercise })
}

/** Creates a board, and returns its base URL. */
export async function createBoard(origin: string, input: object = {}): Promise<string> {
  return (await send<{ baseUrl: string }>('POST', `${origin}/boards`, input)).baseUrl
}
