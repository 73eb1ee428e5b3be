import { useEffect, useState } from 'preact/hooks'
import { type RequestFailed, send } from '../shared/api.js'
import { Failure } from '../shared/failure.js'
import { TEXTS } from '../texts/en.js'
import { CreateBoard } from './create-board.js'
import { JoinClass } from './join-class.js'
import { Variants } from './variants.js'

/** The index of the service (`GET /`). */
export interface Service {
  version: string
  edition: string
  variants: { name: string; url: string; openapi: string }[]
  creators: 'open' | 'admin' | 'off'
}

const { landing, common } = TEXTS

/** The start page of the service. */
export function Landing() {
  const [service, setService] = useState<Service>()
  const [failure, setFailure] = useState<RequestFailed>()
  useEffect(() => {
    send<Service>('GET', '/').then(setService, (error) => setFailure(error as RequestFailed))
  }, [])
  return (
    <>
      <a class="skip" href="#content">
        {common.skip}
      </a>
      <header class="top">
        <img src="/icon.svg" alt="" width="40" height="40" />
        <span>{landing.title}</span>
        <a class="end" href="/docs">
          {common.docs}
        </a>
      </header>
      <main id="content">
        <section class="hero">
          <h1>{landing.lead}</h1>
          <p>{landing.detail}</p>
        </section>
        <Failure failure={failure} />
        <Variants />
        <div class="forms">
          <CreateBoard creators={service?.creators} />
          <JoinClass />
        </div>
      </main>
      <footer>
        <span data-testid="version">
          {service ? landing.footer.version(service.version, service.edition) : '\u00a0'}
        </span>
        <a class="end" href="/docs?urls.primaryName=boards">
          {landing.footer.boards}
        </a>
      </footer>
    </>
  )
}
