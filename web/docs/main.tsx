import './docs.css'
import './phones.css'

/**
 * A plugin for Swagger UI. It runs before the page is loaded, because Swagger UI starts then with the plugins of this preset.
 *
 * - Tokens: Swagger UI has one set of tokens for all documents of an origin. The plugin stores a set for each document of
 *   each board, so a token is never sent to another one. Tokens are deleted by Logout, and when the tab is closed.
 * - `Prefer`: the document of buggy is the contract of v1, which does not have this header. Only the page has a field for it.
 * - Sections: the tags without operations contain prose. The page shows it below the description.
 * - Servers: the page always sends requests to its own origin.
 * - Uploads: one file picker for all files. Swagger UI adds the files of a list one by one, as strings.
 * - Execute: disabled until Swagger UI can send the request.
 * - Logo: the icon with the name of the service, which leads to the start page, or back to the board.
 * - Names: controls whose labels Swagger UI does not associate get accessible names.
 */

interface Parameter {
  name: string
  in: string
  examples?: unknown
}

interface OpenapiDocument {
  info: { description: string }
  tags: { name: string; description: string }[]
  servers: { url: string }[]
  paths: Record<string, Record<string, { tags: string[]; parameters?: Parameter[] }>>
}

type Action = (...parameters: never[]) => unknown
type Component = unknown

/** The parts of Swagger UI that the plugin uses. */
interface System {
  React: { createElement(type: Component, properties: object, ...children: Component[]): unknown }
  Im: { List(items: FileList | null): unknown }
  specSelectors: { url(): string }
  authSelectors: { authorized(): { size: number } }
  authActions: { restoreAuthorization(given: { authorized: object }): void }
}

declare const SwaggerUIStandalonePreset: ((system: System) => object)[]

const PREFER: Parameter & { description: string; schema: object } = {
  name: 'Prefer',
  in: 'header',
  description:
    'Chooses the faults of this request, for example `fault=date-mix` or `fault=none`. Without a choice, faults are random.',
  schema: { type: 'string' },
}

const NAMES = {
  '#servers': 'Server',
  '.examples-select-element': 'Example',
  'textarea.body-param__text': 'Request body',
  '.close-modal': 'Close',
  '.dark-mode-toggle button': 'Change the colours',
  '.copy-to-clipboard button': 'Copy',
}

/** The start page, or the page of the board. */
const HOME = location.pathname.replace(/\/docs(\/.*)?$/, '/')

const keyOf = (url: string) => `authorized ${url}`

/** If the browser blocks the storage, its getter throws, and tokens are lost when the page is closed. */
function restore(key: string): object {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? '{}')
  } catch {
    return {}
  }
}

function persist(key: string, authorized: { size: number }): void {
  try {
    if (authorized.size === 0) sessionStorage.removeItem(key)
    else sessionStorage.setItem(key, JSON.stringify(authorized))
  } catch {}
}

/** Returns the document as the page shows it. */
function adapt(document: OpenapiDocument, url: string): OpenapiDocument {
  const operations = Object.values(document.paths).flatMap((item) => Object.values(item))
  // Swagger UI shows tags without operations at the end, as if operations were missing.
  const used = new Set(operations.flatMap(({ tags }) => tags))
  const sections = document.tags.filter(({ name }) => !used.has(name))
  document.tags = document.tags.filter(({ name }) => used.has(name))
  document.info.description = [
    document.info.description,
    ...sections.map(({ name, description }) => `### ${name}\n\n${description}`),
  ].join('\n\n')
  // Behind a proxy that is not trusted, the service cannot detect that the page uses HTTPS.
  for (const server of document.servers) {
    const { host, origin } = new URL(server.url, location.origin)
    if (host === location.host) server.url = server.url.replace(origin, location.origin)
  }
  for (const operation of operations) {
    // Swagger UI would fill in the examples of all filters at once.
    for (const parameter of operation.parameters ?? []) if (parameter.in === 'query') delete parameter.examples
    if (url.endsWith('/api/buggy/openapi.json')) operation.parameters = [...(operation.parameters ?? []), PREFER]
  }
  return document
}

function nameControls(): void {
  const nameElements = (selector: string, nameOf: (element: Element) => string) => {
    for (const element of document.querySelectorAll(selector)) {
      if (!element.hasAttribute('aria-label')) element.setAttribute('aria-label', nameOf(element))
    }
  }
  for (const [selector, name] of Object.entries(NAMES)) nameElements(selector, () => name)
  nameElements(
    'tr[data-param-name] :is(input, select)',
    (control) => control.closest<HTMLElement>('tr')?.dataset.paramName ?? '',
  )
}

new MutationObserver(nameControls).observe(document, { childList: true, subtree: true })

SwaggerUIStandalonePreset.push(({ React: { createElement }, Im }) => {
  const Files = ({ onChange, disabled }: { onChange(files: unknown): void; disabled: boolean }) =>
    createElement('input', {
      type: 'file',
      multiple: true,
      disabled,
      'aria-label': 'Files',
      onChange: ({ target }: { target: HTMLInputElement }) => onChange(Im.List(target.files)),
    })

  return {
    statePlugins: {
      spec: {
        wrapActions: {
          updateSpec:
            (update: (text: string) => unknown, { specSelectors, authActions }: System) =>
            (text: string) => {
              const url = specSelectors.url()
              authActions.restoreAuthorization({ authorized: restore(keyOf(url)) })
              return update(JSON.stringify(adapt(JSON.parse(text), url)))
            },
        },
      },
      auth: {
        wrapActions: {
          persistAuthorizationIfNeeded:
            (_persist: Action, { specSelectors, authSelectors }: System) =>
            () =>
              persist(keyOf(specSelectors.url()), authSelectors.authorized()),
        },
      },
    },
    wrapComponents: {
      JsonSchema_array: (List: Component) => (props: { schema: { getIn(path: string[]): unknown } }) =>
        createElement(props.schema.getIn(['items', 'format']) === 'binary' ? Files : List, props),
      // Until the operation is resolved, Swagger UI does not find it, and its button would do nothing from then on.
      execute: (Execute: Component) => (props: { operation: { size: number }; disabled: boolean }) =>
        createElement(Execute, { ...props, disabled: props.disabled || props.operation.size === 0 }),
      // Swagger UI puts the logo into a link without an address.
      Link: (Link: Component) => (props: object) => createElement(Link, { href: HOME, ...props }),
      Logo: () => () =>
        createElement(
          'span',
          { className: 'brand' },
          createElement('img', { alt: '', height: 32, src: '/icon.svg' }),
          'Task Board Service',
        ),
    },
  }
})
