// The URL of the page contains the filter, the order, the grouping and the columns.
export const SEARCH_PARAMS = [
  'q',
  'status',
  'territory',
  'language',
  'project',
  'vendor',
  'assignee',
  'order',
  'group',
  'columns',
  'as',
  'month',
] as const
export type RequestSearch = { [Name in (typeof SEARCH_PARAMS)[number]]?: string }
