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
  const scopes = new Map<string, (route: Route) => (...data: Arguments) => Result>()

  return (sharedSchemas: Schemas, options: Options) => {
    const scope = JSON.stringify(sharedSchemas)
    const known = scopes.get(scope)
    if (known !== undefined) return known
    const compile = once(() => build(sharedSchemas, options))
    const functions = new Map<string, (...data: Arguments) => Result>()
    const compileRoute = (route: Route) => {
      const key = keyOf(route)
      const compiled = once(() => compile()(route))
      const result = functions.get(key) ?? ((...data: Arguments) => compiled()(...data))
      functions.set(key, result)
      return result
    }
    scopes.set(scope, compileRoute)
    return compileRoute
  }
}

function once<Value>(make: () => Value): () => Value {
  let value: Value | undefined
  return () => {
    value ??= make()
    return value
  }
}
