import type { TSchema } from 'typebox'
import { Settings } from 'typebox/system'
import { Compile } from 'typebox/compile'

Settings.Set({ maxErrors: 64 })

export type Validator = ReturnType<typeof Compile>

const compiled = new WeakMap<TSchema, Validator>()

/**
 * Compiled when first asked for, and once for the process: all of them together take a start 140
 * ms, and most tests ask a handful.
 */
export function validatorOf(schema: TSchema): Validator {
  const known = compiled.get(schema) ?? Compile(schema)
  compiled.set(schema, known)
  return known
}
