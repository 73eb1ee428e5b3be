/**
 * The part of a JSON schema that decides which values of a body are kept. It is plain data, because it is sent to a
 * worker thread.
 */
export interface Shape {
  /** The known properties of an object. */
  object?: ObjectShape
  /** The shape of the items of an array. */
  items?: Shape
  /** The maximum number of items. */
  itemsMax?: number
  /** Whether the object or the array can also be `null`. */
  isNullable?: boolean
}

export interface ObjectShape {
  properties: Map<string, Property>
  /** The bits of the required properties. */
  required: number
  /** Whether unknown properties are errors. Their names are then kept for the error message. */
  isClosed: boolean
}

interface Property {
  /** The bit of the property in `required`. */
  bit: number
  shape: Shape
}

/** The parts of a JSON schema from which a shape is derived. */
interface ShapedSchema {
  $ref?: string
  type?: string | string[]
  properties?: Record<string, object>
  required?: string[]
  additionalProperties?: unknown
  items?: object
  maxItems?: number
}

/** The maximum number of known properties: the bits of a 32-bit integer that are not its sign. */
const PROPERTIES_MAX = 31

/** The shape of scalars, and of bodies without a schema. Objects and arrays lose their content. */
export const EMPTY_SHAPE: Shape = {}

/**
 * Derives the shape of a body from its schema.
 *
 * @param resolve returns the schema with an `$id`
 */
export function shapeOf(schema: object, resolve: (id: string) => unknown): Shape {
  const {
    $ref,
    type,
    properties: known,
    required: names = [],
    additionalProperties,
    items,
    maxItems,
  }: ShapedSchema = schema
  if ($ref !== undefined) return shapeOf(resolve($ref.replace(/#$/, '')) as object, resolve)
  const isNullable = [type].flat().includes('null')
  if (known !== undefined) {
    if (Object.keys(known).length > PROPERTIES_MAX)
      throw new Error(`An object has more than ${PROPERTIES_MAX} properties`)
    const properties = new Map(
      Object.entries(known).map(([name, value], index) => [name, { bit: 1 << index, shape: shapeOf(value, resolve) }]),
    )
    const required = names.reduce((bits, name) => bits | (properties.get(name)?.bit ?? 0), 0)
    return { object: { properties, required, isClosed: additionalProperties === false }, isNullable }
  }
  if (items === undefined) return EMPTY_SHAPE
  return {
    items: shapeOf(items, resolve),
    ...(maxItems !== undefined && { itemsMax: maxItems }),
    isNullable,
  }
}
