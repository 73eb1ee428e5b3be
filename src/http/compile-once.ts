/**
 * Creates a schema compiler for Fastify that compiles each schema once for all scopes, when a request first needs it.
 * By default, Fastify compiles every schema of every route at startup. The variants share their schemas, so this would
 * take about half of the startup time.
 *
 * @param build creates the compiler of a scope from its shared schemas
 * @param keyOf returns a cache key. Routes with equal keys and equal shared schemas share the compiled function.
 */
export function compileOnce<Schemas, Options, Route, Arguments extends unknown[], Result>(
  build: (sharedSchemas: Schemas, options: Options) => (route: Route) => (...data: Arguments) => Result,
  keyOf: (route: Route) => string,
) {
  const compiled = new Map<string, (...data: Arguments) => Result>()

  return (sharedSchemas: Schemas, options: Options) => {
    const scope = JSON.stringify(sharedSchemas)
    let compile: ReturnType<typeof build> | undefined

    return (route: Route) => {
      const find = () => {
        const key = scope + keyOf(route)
        let known = compiled.get(key)
        if (known === undefined) {
          compile ??= build(sharedSchemas, options)
          known = compile(route)
          compiled.set(key, known)
        }
        return known
      }
      let run: ((...data: Arguments) => Result) | undefined
      return (...data: Arguments) => {
        run ??= find()
        return run(...data)
      }
    }
  }
}
