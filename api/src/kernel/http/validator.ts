import type { TSchema } from 'typebox'
import { Settings } from 'typebox/system'
import { Compile } from 'typebox/compile'

/** A client fixes these first. Listing every fault of a large body would cost more than reading it. */
export const MAX_FAULTS = 20
Settings.Set({ maxErrors: MAX_FAULTS })

export type Validator = ReturnType<typeof Compile>

const compiled = new WeakMap<TSchema, Validator>()

/** Compiled on first use. All of them together would add 140 ms to every start. */
export function validatorOf(schema: TSchema): Validator {
  const validator = compiled.get(schema) ?? Compile(schema)
  compiled.set(schema, validator)
  return validator
}
