/**
 * Compiles every schema once, when it is first needed. The same ones come again in each variant and with each status, and
 * to compile all of them takes longer than to start everything else.
 *
 * @param build makes the compiler of a scope
 * @param keyOf what the result depends on beside the scope's shared schemas
 */
export function compileOnce<Schemas, Options, Route, Arguments extends unknown[], Result>(
  build: (sharedSchemas: Schemas, options: Options) => (route: Route) => (...data: Arguments) => Result,
  keyOf: (route: Route) => string,
) {
  return memoize(
    (sharedSchemas: Schemas, options: Options) => {
      const compile = once(() => build(sharedSchemas, options))
      return memoize((route: Route) => {
        const compiled = once(() => compile()(route))
        return (...data: Arguments) => compiled()(...data)
      }, keyOf)
    },
    (sharedSchemas) => JSON.stringify(sharedSchemas),
  )
}

/** Makes a value once for each key of the arguments. */
function memoize<Arguments extends unknown[], Value>(
  make: (...args: Arguments) => Value,
  keyOf: (...args: Arguments) => string,
): (...args: Arguments) => Value {
  const values = new Map<string, Value>()
  return (...args) => {
    const key = keyOf(...args)
    const value = values.get(key) ?? make(...args)
    values.set(key, value)
    return value
  }
}

function once<Value>(make: () => Value): () => Value {
  let value: Value | undefined
  return () => {
    value ??= make()
    return value
  }
}
