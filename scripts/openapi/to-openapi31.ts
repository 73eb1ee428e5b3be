import type { OpenAPIV3, OpenAPIV3_1 } from 'openapi-types'
import { isObject } from '../../src/contract/parse.js'

type Members = Readonly<Record<string, unknown>>

/** Some tools compare the whole version, and know only the first one of 3.1. */
const VERSION = '3.1.0'

/** The members that contain values and no schemas. */
const VALUES = ['example', 'examples']

/**
 * Converts an OpenAPI 3.0.3 document to OpenAPI 3.1. The same instances are valid.
 *
 * The package @scalar/openapi-upgrader recognises schemas by names in their path, so it changes values that resemble
 * schemas. It also removes the examples of `application/octet-stream`. This function follows the structure of a document.
 *
 * The document has no `jsonSchemaDialect`. With the default dialect, Prism 5 cannot compile the schemas and validates
 * nothing, and with any other one Swagger UI shows a warning.
 *
 * @param document the document, which is not changed. Of the formats that 3.1 does not have, it may contain `binary`.
 * @returns a new document, which shares unchanged values with the given one
 */
export function toOpenapi31(document: OpenAPIV3.Document): OpenAPIV3_1.Document {
  const { openapi: _, info, components: { schemas = {}, ...components } = {}, paths, ...others } = document
  return {
    openapi: VERSION,
    info: { ...info, ...(info.license && { license: upgradeLicence(info.license) }) },
    ...others,
    paths: upgradePart(paths),
    components: { schemas: mapValues(schemas, upgradeSchema), ...(upgradePart(components) as object) },
  } as OpenAPIV3_1.Document
}

/** In 3.1, a licence has either a URL or an SPDX identifier. The names in the documents are such identifiers. */
function upgradeLicence({ name }: OpenAPIV3.LicenseObject): OpenAPIV3_1.LicenseObject {
  return { name, identifier: name }
}

/** Upgrades the schemas of the parameters, headers and bodies in a part of a document. */
function upgradePart(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(upgradePart)
  return mapValues(value, (member, key) => {
    if (VALUES.includes(key)) return member
    return key === 'schema' ? upgradeRoot(member as Members) : upgradePart(member)
  })
}

/** Upgrades the schema of a body, parameter or header. A body is listed by its media type, so its schema does not repeat it. */
function upgradeRoot(schema: Members): unknown {
  const { contentMediaType: _, ...upgraded } = upgradeSchema(schema) as Members
  return upgraded
}

function upgradeSchema(schema: unknown): unknown {
  if (!isObject(schema)) return schema
  // OpenAPI 3.0 ignores the members beside a reference, and 3.1 does not.
  if ('$ref' in schema) return { $ref: schema.$ref }
  return Object.assign(
    {},
    ...Object.entries(schema).map(([keyword, value]) => UPGRADES[keyword]?.(value, schema) ?? { [keyword]: value }),
  )
}

/**
 * The keywords that change, with functions that return their replacements. All other keywords stay. The documents have
 * neither compositions nor exclusive bounds, so nothing converts these.
 */
const UPGRADES: Readonly<Record<string, (value: unknown, schema: Members) => Members>> = {
  // A part of a form is no text, so it has no type.
  type: (type, { nullable, format }) =>
    format === 'binary' ? {} : { type: nullable === true ? [type, 'null'] : type },
  // Without a type, `nullable` has no effect.
  nullable: () => ({}),
  format: (format) => (format === 'binary' ? { contentMediaType: 'application/octet-stream' } : { format }),
  example: (example) => ({ examples: [example] }),
  properties: (properties) => ({ properties: mapValues(properties, upgradeSchema) }),
  items: (items) => ({ items: upgradeSchema(items) }),
  additionalProperties: (schema) => ({ additionalProperties: upgradeSchema(schema) }),
}

/** Returns an object with other values, or the given value if it is no object. */
function mapValues(value: unknown, change: (member: unknown, key: string) => unknown): unknown {
  if (!isObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, change(member, key)]))
}
