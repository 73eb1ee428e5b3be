declare const value: unique symbol

/** The JSON text of a `T`. It is an ordinary string, so it can be cached, sent, or passed to another thread. */
export type Json<T> = string & { readonly [value]: T }

/** Parses JSON text of a known type. */
export function parseJson<T>(json: Json<T>): T {
  return JSON.parse(json) as T
}
