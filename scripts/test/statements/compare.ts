// Compares what a template declares with what PostgreSQL says about its result.
import pg from 'pg'
import type { ResultColumn } from './record.ts'
import type { DeclaredColumn, DeclaredRow } from './templates.ts'

const { builtins } = pg.types

/** What the driver returns for a type of PostgreSQL. Everything else arrives as text. */
const KINDS = new Map<number, readonly string[]>([
  [builtins.BOOL, ['boolean']],
  ...[builtins.INT2, builtins.INT4, builtins.INT8, builtins.OID].map(toNumber),
  ...[builtins.FLOAT4, builtins.FLOAT8].map(toNumber),
  ...[builtins.DATE, builtins.TIMESTAMP, builtins.TIMESTAMPTZ].map(toDate),
  [builtins.BYTEA, ['Buffer', 'Uint8Array']],
  [builtins.INTERVAL, ['object']],
])
const JSON_TYPES = [builtins.JSON, builtins.JSONB] as number[]
/** The driver does not name the types of arrays. */
const ARRAYS = new Map<number, string>([
  [1000, 'boolean[]'],
  ...[1005, 1007, 1021, 1022, 1028, 1231].map((type) => [type, 'number[]'] as const),
  ...[1115, 1182, 1185].map((type) => [type, 'Date[]'] as const),
  ...[1002, 1009, 1014, 1015, 1016, 2951].map((type) => [type, 'string[]'] as const),
])
const JSON_ARRAYS = [199, 3807]
/** A function without a result. */
const VOID = 2278

function toNumber(type: number) {
  return [type, ['number']] as const
}
function toDate(type: number) {
  return [type, ['Date']] as const
}

/** What is wrong, for a person who reads the template. */
export function compare(row: DeclaredRow, columns: readonly ResultColumn[]): string[] {
  const names = new Set(columns.map(({ name }) => name))
  const missing = [...row]
    .filter(([name, { isOptional }]) => !isOptional && !names.has(name))
    .map(([name]) => `${name} is declared but not selected`)
  return [...missing, ...columns.flatMap((column) => compareColumn(row.get(column.name), column))]
}

function compareColumn(declared: DeclaredColumn | undefined, column: ResultColumn): string[] {
  const { name, type, hasNull } = column
  if (!declared) return type === VOID ? [] : [`${name} is selected but not declared`]
  const wrong = declared.kinds.filter((kind) => kind !== 'any' && !fits(kind, type))
  const isNullable = declared.isNullable || declared.kinds.includes('any')
  return [
    ...(wrong.length > 0
      ? [`${name} is declared as ${wrong.join(' | ')} but arrives as ${deliveredAs(type)}`]
      : []),
    ...(hasNull && !isNullable ? [`${name} was null but is not declared so`] : []),
  ]
}

function fits(kind: string, type: number): boolean {
  if (JSON_TYPES.includes(type)) return !/^(Date|bigint|Buffer|Uint8Array)/.test(kind)
  if (JSON_ARRAYS.includes(type)) return kind.endsWith('[]')
  const array = ARRAYS.get(type)
  if (array) return kind === array || kind === 'any[]'
  return (KINDS.get(type) ?? ['string']).includes(kind)
}

const deliveredAs = (type: number): string =>
  ARRAYS.get(type) ?? KINDS.get(type)?.[0] ?? (JSON_TYPES.includes(type) ? 'JSON' : 'string')
