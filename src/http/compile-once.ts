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
  type Run = (...data: Arguments) => Result
  const compiled = new Map<string, Map<string, Run>>()

  return (sharedSchemas: Schemas, options: Options) => {
    let compile: ReturnType<typeof build> | undefined
    let known: Map<string, Run> | undefined

    /** Returns the functions that are known for the shared schemas. */
    function findKnown(): Map<string, Run> {
      const scope = JSON.stringify(sharedSchemas)
      const found = compiled.get(scope) ?? new Map<string, Run>()
      compiled.set(scope, found)
      return found
    }

    return (route: Route) => {
      const find = () => {
        known ??= findKnown()
        const key = keyOf(route)
        let run = known.get(key)
        if (run === undefined) {
          compile ??= build(sharedSchemas, options)
          run = compile(route)
          known.set(key, run)
        }
        return run
      }
      let run: Run | undefined
      return (...data: Arguments) => {
        run ??= find()
        return run(...data)
      }
    }
  }
}
