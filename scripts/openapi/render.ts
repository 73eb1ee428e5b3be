import { visit, Document as YamlDocument } from 'yaml'

/**
 * The characters that some parsers of YAML refuse or take for line breaks (YAML 1.2, section 5.1, and YAML 1.1, sections
 * 4.1 and 4.2), except those that both serialisers escape.
 */
const UNREADABLE = /[\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/g

/** The beginning of a date. */
const DATE = /^\d{4}-\d/

const escapeUnreadable = (text: string) =>
  text.replace(UNREADABLE, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)

/** Returns the JSON text of a document. Many tools read JSON with a parser of YAML. */
export function renderJson(document: object): string {
  return `${escapeUnreadable(JSON.stringify(document, null, 2))}\n`
}

/**
 * Returns the YAML text of a document, which parsers of YAML 1.1 and 1.2 read as the same values: it quotes what YAML 1.1
 * takes for dates and booleans. It has no aliases, because many OpenAPI tools do not expect them.
 */
export function renderYaml(document: object): string {
  const yaml = new YamlDocument(document, { aliasDuplicateObjects: false, compat: 'yaml-1.1' })
  visit(yaml, {
    Scalar(_key, node) {
      // Only double quotes allow escapes. The package quotes dates, too, but not in tests: tap removes its tag of dates.
      const isQuoted = typeof node.value === 'string' && (node.value.search(UNREADABLE) >= 0 || DATE.test(node.value))
      if (isQuoted) node.type = 'QUOTE_DOUBLE'
    },
  })
  return escapeUnreadable(yaml.toString({ lineWidth: 0 }))
}
