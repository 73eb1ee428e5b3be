/** Returns a promise and the function that resolves it, like `Promise.withResolvers` of Node.js 22. */
export function pending<Value = void>() {
  let resolve = (_value: Value) => {}
  const promise = new Promise<Value>((settle) => {
    resolve = settle
  })
  return { promise, resolve: (value: Value) => resolve(value) }
}
