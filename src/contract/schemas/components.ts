/** The schemas of tasks, sessions and errors, and the parts of all schemas. @module */

import type { TSchema } from '@sinclair/typebox'
import * as attachment from './attachment.js'
import * as comment from './comment.js'
import * as error from './error.js'
import * as task from './task.js'

/** Returns the schemas that modules export with an `$id`. Documents publish these by name. */
export function componentsOf(...modules: object[]): TSchema[] {
  return modules.flatMap((module) => Object.values(module)).filter((value) => typeof value?.$id === 'string')
}

/** The component schemas that all variants of the current edition share. */
export const COMPONENTS = componentsOf(task, comment, attachment, error)
