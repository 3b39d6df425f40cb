export const COLUMN_KEYS = [
  'version',
  'status',
  'due',
  'vendor',
  'assignee',
  'risk',
  'project',
  'from',
  'created',
] as const
export type ColumnKey = (typeof COLUMN_KEYS)[number]
const DEFAULT_COLUMNS: readonly ColumnKey[] = [
  'version',
  'status',
  'due',
  'vendor',
  'assignee',
  'risk',
]

/** The columns that a URL names, in the usual order. */
export function selectedColumns(text: string | undefined): readonly ColumnKey[] {
  if (text === undefined) return DEFAULT_COLUMNS
  const named = text.split(',')
  return COLUMN_KEYS.filter((key) => named.includes(key))
}
