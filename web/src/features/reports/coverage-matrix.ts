// The coverage of a project: rows of assets, columns of territories or languages. Uses in the same
// state share one entry.
import { reports } from '@reelay/api/contract'

export type CoverageEntryData = {
  state: reports.CoverageState
  request: string
  languages: string[]
  territories: string[]
  uses: string[]
  since: number
}
export type CoverageRow = {
  asset: reports.Coverage['assets'][number]
  cells: { column: string; entries: CoverageEntryData[] }[]
}
export type CoverageMatrix = { columns: string[]; rows: CoverageRow[] }

export function toCoverageMatrix(
  { assets, territories, cells }: reports.Coverage,
  by: 'territory' | 'language',
): CoverageMatrix {
  const columns =
    by === 'territory'
      ? territories.map(({ code }) => code)
      : [...new Set(cells.map(({ language }) => language))].toSorted()
  const cellsByPosition = Map.groupBy(cells, (cell) => `${cell.asset} ${cell[by]}`)
  return {
    columns,
    rows: assets.map((asset) => ({
      asset,
      cells: columns.map((column) => ({
        column,
        entries: toEntries(cellsByPosition.get(`${asset._id} ${column}`) ?? []),
      })),
    })),
  }
}

/** The least finished first. */
function toEntries(cells: reports.Coverage['cells']): CoverageEntryData[] {
  const byRequestAndState = Map.groupBy(cells, ({ request, state }) => `${request} ${state}`)
  const entries = [...byRequestAndState.values()].map((group): CoverageEntryData => ({
    state: group[0]!.state,
    request: group[0]!.request,
    since: Math.max(...group.map(({ since }) => since)),
    languages: unique(group.map(({ language }) => language)),
    territories: unique(group.map(({ territory }) => territory)),
    uses: unique(group.map(({ use }) => use)),
  }))
  const rank = ({ state }: CoverageEntryData) =>
    state === 'old-cut' ? -1 : reports.COVERAGE_STATES.indexOf(state)
  return entries.toSorted((one, other) => rank(one) - rank(other))
}

const unique = (values: string[]) => [...new Set(values)].toSorted()
