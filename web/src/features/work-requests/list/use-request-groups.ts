import { workrequests } from '@reelay/api/contract'
import { useTranslation } from '../../../i18n/i18n.ts'
import { useEndpointQuery } from '../../../api/queries.ts'
import { languageName } from '../../../ui/format/format.ts'
import { formatDate } from '../../../ui/format/time.ts'
import type { RowGroup } from '../../../ui/table/grouped-rows.ts'
import { useTerritories } from '../../shared/lookups.ts'
import { filterQuery, groupingOf } from './list-query.ts'
import type { RequestSearch } from './search-params.ts'

/** The headings of a grouped list; undefined while it is not grouped. */
export function useRequestGroups(search: RequestSearch): RowGroup[] | undefined {
  const { t } = useTranslation(['requests', 'trade'])
  const territories = useTerritories()
  const by = groupingOf(search)
  const { data } = useEndpointQuery(
    workrequests.groupWorkRequests,
    { query: { ...filterQuery(search), by: by ?? 'status' } },
    { enabled: by !== undefined },
  )
  if (!by) return undefined
  const titleOf = ({ value, name }: workrequests.RequestGroup) => {
    if (!value) return t(`without.${by}`)
    if (by === 'status') return t(`trade:status.${value as workrequests.Status}`)
    if (by === 'territory') return territories.nameOf(value)
    if (by === 'language') return languageName(value)
    if (by === 'due') return t('weekOf', { date: formatDate('UTC', Date.parse(value) / 1000) })
    return name
  }
  const groups = data?.map((group) => ({ title: titleOf(group), count: group.count }))
  // Descending groups of weeks would need the reverse order of the service.
  return by === 'due' && search.order === '-due' ? groups?.toReversed() : groups
}
