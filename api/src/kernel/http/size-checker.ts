import type { TObject, TSchema } from 'typebox'
import { invalid } from './contract/problem.ts'

type SizeLimit = { path: string[]; maxBytes: number }

/** Enforces `maxBytes` (contract/schema.ts): the size of a field as JSON. */
export function createSizeChecker(schema: TSchema): (body: Record<string, unknown>) => void {
  const limits = sizeLimits(schema, [])
  return (body) => {
    const errors = limits
      .filter(({ path, maxBytes }) => sizeOf(valueAt(body, path)) > maxBytes)
      .map(({ path, maxBytes }) => ({
        pointer: `/${path.join('/')}`,
        message: `must be at most ${maxBytes} bytes of JSON`,
      }))
    if (errors.length)
      throw invalid(
        'body.invalid',
        `The body is invalid: ${errors[0]!.pointer} ${errors[0]!.message}.`,
        errors,
      )
  }
}

function sizeLimits(schema: TSchema, path: string[]): SizeLimit[] {
  const { maxBytes, anyOf } = schema as { maxBytes?: number; anyOf?: TSchema[] }
  return [
    ...(maxBytes === undefined ? [] : [{ path, maxBytes }]),
    ...(anyOf ?? []).flatMap((option) => sizeLimits(option, path)),
    ...Object.entries((schema as Partial<TObject>).properties ?? {}).flatMap(([key, field]) =>
      sizeLimits(field, [...path, key]),
    ),
  ]
}

const valueAt = (body: unknown, path: string[]): unknown =>
  path.reduce<unknown>(
    (value, key) =>
      value !== null && typeof value === 'object'
        ? (value as Record<string, unknown>)[key]
        : undefined,
    body,
  )

const sizeOf = (value: unknown): number =>
  value === undefined ? 0 : Buffer.byteLength(JSON.stringify(value))
