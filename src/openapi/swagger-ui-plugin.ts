import { ICON } from './root-files.js'

/**
 * A script that adds a plugin to Swagger UI. It must run before the page is loaded, because Swagger UI starts then with
 * the plugins of this preset.
 *
 * - Tokens: Swagger UI has one set of tokens for all documents of an origin. The plugin stores a set for each document of
 *   each board, so a token is never sent to another one. Tokens are deleted by Logout, and when the tab is closed.
 * - `Prefer`: the document of buggy is the contract of v1, which does not have this header. Only the page has a field for it.
 * - Sections: the tags without operations contain prose (prose.ts). The page shows it below the description.
 * - Servers: the page always sends requests to its own origin.
 * - Uploads: one file picker for all files. Swagger UI adds the files of a list one by one, as strings.
 * - Logo: the icon with the name of the service, which leads to the start page, or back to the board.
 * - Names: controls whose labels Swagger UI does not associate get accessible names.
 */
export const PLUGIN = /* js */ `SwaggerUIStandalonePreset.push(({ React, Im }) => {
  const PREFER = {
    name: 'Prefer',
    in: 'header',
    description: 'Chooses the faults of this request, for example \`fault=date-mix\` or \`fault=none\`. Without a choice, faults are random.',
    schema: { type: 'string' },
  }
  const keyOf = (url) => 'authorized ' + url
  // If the browser blocks the storage, its getter throws, and tokens are lost when the page is closed.
  const restore = (key) => {
    try {
      return JSON.parse(sessionStorage.getItem(key) ?? '{}')
    } catch {
      return {}
    }
  }
  const persist = (key, authorized) => {
    try {
      if (authorized.size === 0) sessionStorage.removeItem(key)
      else sessionStorage.setItem(key, JSON.stringify(authorized))
    } catch {}
  }
  const addPrefer = (document) => {
    for (const operations of Object.values(document.paths)) {
      for (const operation of Object.values(operations)) operation.parameters = [...(operation.parameters ?? []), PREFER]
    }
  }
  // Swagger UI would fill in the examples of all filters at once.
  const emptyQueries = (document) => {
    for (const { parameters = [] } of Object.values(document.paths).flatMap((item) => Object.values(item))) {
      for (const parameter of parameters) if (parameter.in === 'query') delete parameter.examples
    }
  }
  // Swagger UI shows tags without operations at the end, as if operations were missing.
  const showSections = (document) => {
    const operations = Object.values(document.paths).flatMap((item) => Object.values(item))
    const used = new Set(operations.flatMap(({ tags }) => tags))
    const sections = document.tags.filter(({ name }) => !used.has(name))
    document.tags = document.tags.filter(({ name }) => used.has(name))
    document.info.description = [
      document.info.description,
      ...sections.map(({ name, description }) => '### ' + name + '\\n\\n' + description),
    ].join('\\n\\n')
  }
  // Behind a proxy that is not trusted, the service cannot detect that the page uses HTTPS.
  const useOrigin = (document) => {
    for (const server of document.servers) {
      const url = new URL(server.url, location.origin)
      if (url.host === location.host) server.url = server.url.replace(url.origin, location.origin)
    }
  }
  const home = location.pathname.replace(/\\/docs(\\/.*)?$/, '/')
  const NAMES = {
    '#servers': 'Server',
    '.examples-select-element': 'Example',
    'textarea.body-param__text': 'Request body',
    '.close-modal': 'Close',
    '.dark-mode-toggle button': 'Change the colours',
    '.copy-to-clipboard button': 'Copy',
  }
  const nameControls = () => {
    const controls = Object.entries(NAMES).map(([selector, name]) => [document.querySelectorAll(selector), () => name])
    controls.push([document.querySelectorAll('tr[data-param-name] :is(input, select)'), (control) => control.closest('tr').dataset.paramName])
    for (const [elements, nameOf] of controls) {
      for (const element of elements) if (!element.hasAttribute('aria-label')) element.setAttribute('aria-label', nameOf(element))
    }
  }
  new MutationObserver(nameControls).observe(document, { childList: true, subtree: true })
  const Files = ({ onChange, disabled }) =>
    React.createElement('input', {
      type: 'file',
      multiple: true,
      disabled,
      'aria-label': 'Files',
      onChange: ({ target }) => onChange(Im.List(target.files)),
    })

  return {
    statePlugins: {
      spec: {
        wrapActions: {
          updateSpec: (update, { specSelectors, authActions }) => (text) => {
            const url = specSelectors.url()
            authActions.restoreAuthorization({ authorized: restore(keyOf(url)) })
            const document = JSON.parse(text)
            showSections(document)
            useOrigin(document)
            emptyQueries(document)
            if (url.endsWith('/api/buggy/openapi.json')) addPrefer(document)
            return update(JSON.stringify(document))
          },
        },
      },
      auth: {
        wrapActions: {
          persistAuthorizationIfNeeded: (_persist, { specSelectors, authSelectors }) => () =>
            persist(keyOf(specSelectors.url()), authSelectors.authorized()),
        },
      },
    },
    wrapComponents: {
      JsonSchema_array: (List) => (props) =>
        React.createElement(props.schema.getIn(['items', 'format']) === 'binary' ? Files : List, props),
      // Swagger UI puts the logo into a link without an address.
      Link: (Link) => (props) => React.createElement(Link, { href: home, ...props }),
      Logo: () => () =>
        React.createElement(
          'span',
          { className: 'brand' },
          React.createElement('img', { alt: '', height: 32, src: ${JSON.stringify(`data:image/svg+xml,${encodeURIComponent(ICON)}`)} }),
          'Task Board Service',
        ),
    },
  }
})
`
