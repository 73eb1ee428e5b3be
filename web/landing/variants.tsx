import { useEffect, useState } from 'preact/hooks'
import { landing } from '../texts/en/landing.js'

const NAMES = ['v1', 'v2', 'buggy'] as const
type Name = (typeof NAMES)[number]

type Status = 'checking' | 'up' | 'down'

const { variants: texts } = landing

/** The variants with their purpose, their status, and links. */
export function Variants({ board }: { board: string | undefined }) {
  return (
    <section aria-labelledby="variants">
      <h2 id="variants">{texts.heading}</h2>
      <ul class="variants">
        {NAMES.map((name) => (
          <Variant name={name} board={board} key={name} />
        ))}
      </ul>
    </section>
  )
}

function Variant({ name, board }: { name: Name; board: string | undefined }) {
  const path = `/api/${name}`
  const status = useStatus(`${path}/openapi.json`)
  return (
    <li class="card variant" data-testid={`variant-${name}`}>
      <h3>
        {name}
        <span class={`status ${status}`} data-testid={`status-${name}`}>
          {texts[status]}
        </span>
      </h3>
      <p>{texts[name]}</p>
      <code>{path}</code>
      <p class="links">
        {board && (
          <a href={`${new URL(board).pathname}#${name}`}>
            {texts.open}
            <span class="hidden"> ({name})</span>
          </a>
        )}
        <a href={`/docs?urls.primaryName=${name}`}>
          {texts.swaggerUi}
          <span class="hidden"> ({name})</span>
        </a>
        <a href={`${path}/openapi.json`}>
          {texts.document}
          <span class="hidden"> ({name})</span>
        </a>
      </p>
    </li>
  )
}

/** Reads whether a variant is available. Its document is free of faults, and reading it uses up none. */
function useStatus(path: string): Status {
  const [status, setStatus] = useState<Status>('checking')
  useEffect(() => {
    readStatus(path).then(setStatus, () => setStatus('down'))
  }, [path])
  return status
}

async function readStatus(path: string): Promise<Status> {
  const response = await fetch(path, { method: 'HEAD' })
  // Chromium aborts a request whose response is not read to its end.
  await response.arrayBuffer()
  return response.ok ? 'up' : 'down'
}
