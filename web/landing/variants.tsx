import { useEffect, useState } from 'preact/hooks'
import type { ServiceIndex } from '../../src/classroom/service/schemas.js'
import { RESPONSE_MAX } from '../shared/service/api.js'
import { VARIANTS, type Variant } from '../shared/service/variants.js'
import { landing } from '../texts/en/landing.js'

type Status = 'checking' | 'up' | 'down'

const { variants: texts } = landing

/** The variants with their purpose, their status, and links. */
export function Variants({ service }: { service: ServiceIndex | undefined }) {
  return (
    <section aria-labelledby="variants">
      <h2 id="variants">{texts.heading}</h2>
      <ul class="variants">
        {VARIANTS.map((name) => (
          <VariantCard name={name} service={service} key={name} />
        ))}
      </ul>
    </section>
  )
}

function VariantCard({ name, service }: { name: Variant; service: ServiceIndex | undefined }) {
  const path = `/api/${name}`
  const status = useStatus(`${path}/openapi.json`)
  return (
    <li class="card variant" data-testid={`variant-${name}`}>
      <h3>
        {name}
        <code class="path">{path}</code>
        <span class={`status ${status}`} data-testid={`status-${name}`}>
          {texts[status]}
        </span>
      </h3>
      <p>{texts[name]}</p>
      <p class="links">
        {service?.board && (
          <a href={`${new URL(service.board).pathname}#${name}`}>
            {texts.open}
            <span class="hidden"> ({name})</span>
          </a>
        )}
        {service === undefined && <span class="placeholder">{texts.open}</span>}
        <a href={`/docs?urls.primaryName=${name}`}>
          {texts.swaggerUi}
          <span class="hidden"> ({name})</span>
        </a>
        <a href={`${path}/openapi.json`}>
          {texts.document}
          <span class="hidden"> ({name})</span>
        </a>
        <a href={`${path}/openapi-3.1.json`}>
          {texts.document31}
          <span class="hidden"> ({name})</span>
        </a>
      </p>
    </li>
  )
}

/** Reads whether a variant is available. Requests for the document have no faults and do not use up the fault plan. */
function useStatus(path: string): Status {
  const [status, setStatus] = useState<Status>('checking')
  useEffect(() => {
    readStatus(path).then(setStatus, () => setStatus('down'))
  }, [path])
  return status
}

async function readStatus(path: string): Promise<Status> {
  const response = await fetch(path, { method: 'HEAD', signal: AbortSignal.timeout(RESPONSE_MAX) })
  // Chromium aborts a request whose response is not read to its end.
  await response.arrayBuffer()
  return response.ok ? 'up' : 'down'
}
