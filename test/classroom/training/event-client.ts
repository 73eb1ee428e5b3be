import type { Test } from 'tap'
import type { Json } from '../../kit/helper.js'

export interface ReceivedEvent {
  event: string
  id: string
  data: Json
}

/** Opens an event stream, and reads it until the test ends. */
export async function openEvents(t: Test, url: string, headers: Record<string, string> = {}) {
  const abort = new AbortController()
  t.teardown(() => abort.abort())
  const response = await fetch(url, { headers, signal: abort.signal })
  const received: ReceivedEvent[] = []
  let text = ''
  let hasEnded = false
  let wake = () => {}
  const end = read().finally(() => {
    hasEnded = true
    wake()
  })
  end.catch(() => {})

  async function read(): Promise<void> {
    const decoder = new TextDecoder()
    for await (const chunk of response.body ?? []) {
      text += decoder.decode(chunk as Uint8Array, { stream: true })
      const blocks = text.split('\n\n')
      text = blocks.pop() ?? ''
      received.push(...blocks.flatMap(parse))
      wake()
    }
  }

  return {
    response,
    received,
    /** Resolves when the service has ended the stream. */
    end,
    close: () => abort.abort(),
    /** Returns the next event with one of these names, and the events before it are dropped. Fails if the stream ends. */
    async next(...events: string[]): Promise<ReceivedEvent> {
      while (true) {
        const index = received.findIndex(({ event }) => events.includes(event))
        if (index !== -1) return received.splice(0, index + 1).at(-1) as ReceivedEvent
        if (hasEnded) throw new Error(`The stream has ended without ${events}`)
        await new Promise<void>((resolve) => {
          wake = resolve
        })
      }
    },
  }
}

function parse(block: string): ReceivedEvent[] {
  const fields = Object.fromEntries(block.split('\n').map((line) => line.split(/: (.*)/s).slice(0, 2)))
  return fields.event === undefined ? [] : [{ event: fields.event, id: fields.id, data: JSON.parse(fields.data) }]
}
