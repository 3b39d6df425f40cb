// The difference between two versions of a record, field by field.
import { isDeepStrictEqual } from 'node:util'
import type { CellValue } from './print.ts'

export type ChangedField = { field: string; before: CellValue; after: CellValue }
type Fields = Record<string, unknown>

/** Without computed fields (`$…`) and signed URLs (`path`), which differ in every response. */
export function changesBetween(before: unknown, after: unknown, path = ''): ChangedField[] {
  if (isDeepStrictEqual(before, after)) return []
  if (!canDescend(before, after))
    return [{ field: path, before: summarize(before), after: summarize(after) }]
  const [old, now] = [before as Fields, after as Fields]
  return [...new Set([...Object.keys(old), ...Object.keys(now)])]
    .filter((name) => !name.startsWith('$') && name !== 'path')
    .flatMap((name) => changesBetween(old[name], now[name], path ? `${path}.${name}` : name))
}

/** Two objects that are the same record, or two lists of objects. */
function canDescend(before: unknown, after: unknown): boolean {
  if (Array.isArray(before) && Array.isArray(after)) return [...before, ...after].every(isObject)
  return isObject(before) && isObject(after) && before._id === after._id
}

const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const MAX_PARTS = 4

/** A record as its name, another object as its first plain fields, a list with commas. */
function summarize(value: unknown): CellValue {
  if (Array.isArray(value)) return value.map(summarize).join(', ')
  if (!isObject(value)) return value as CellValue
  if (typeof value.name === 'string') return value.name
  return Object.entries(value)
    .filter(([name, part]) => !/^[$_]/.test(name) && !isEmpty(part))
    .slice(0, MAX_PARTS)
    .map(([name, part]) => `${name}: ${String(summarize(part))}`)
    .join(', ')
}

const isEmpty = (value: unknown) =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && !value.length)
