// What the order form needs besides the asset: territories, lead times and likely time zones.
import { projects, workrequests, type assets, type territories } from '@reelay/api/contract'
import { useTranslation } from '../../../i18n/i18n.ts'
import { useEndpointQuery } from '../../../api/queries.ts'
import { useCurrentUser } from '../../shared/current-user.ts'
import { useStudios, useTerritories } from '../../shared/lookups.ts'
import { cityOf, localTimeZone } from '../../../ui/format/time.ts'

const CACHE = { staleTime: 5 * 60_000 }

/** The studio may order for any territory, a territory only for itself. */
export function useOrderTerritories(): {
  all: territories.Territory[]
  orderable: territories.Territory[]
} {
  const me = useCurrentUser()
  const { records: all } = useTerritories()
  const isStudio = me?.roles.some((role) => role === 'studio' || role === 'admin')
  const own = me?.territory
  return {
    all,
    orderable: isStudio || !own ? all : all.filter(({ code }) => code === own.code),
  }
}

export function useLeadTimes(): (studio: string) => { hours: number; name: string } {
  const { records } = useStudios()
  return (studio) => {
    const found = records.find(({ _id }) => _id === studio)
    return { hours: found?.settings.leadTimeHours ?? 0, name: found?.name ?? '' }
  }
}

export type TimeZoneChoice = { zone: string; name: string }

/** The time zones of the reader, of the territory's latest order, and of the project's release. */
export function useTimeZoneChoices(
  asset: Pick<assets.Asset, 'project'>,
  territory: territories.Territory | undefined,
): TimeZoneChoice[] {
  const { t } = useTranslation('order')
  const { data: latest } = useEndpointQuery(
    workrequests.listWorkRequests,
    {
      query: { territory: territory?.code ?? '', order: '-created' },
      range: { first: 0, last: 4 },
    },
    { enabled: territory !== undefined, ...CACHE },
  )
  const { data: project } = useEndpointQuery(
    projects.getProject,
    { params: { id: asset.project } },
    CACHE,
  )
  const usual = latest?.items.find(({ due }) => due)?.due?.tz ?? onlyZoneOf(territory)
  const release = project?.release?.tz
  const choices = [
    { zone: localTimeZone(), name: t('yourTimeZone', { city: cityOf(localTimeZone()) }) },
    ...(usual && territory
      ? [
          {
            zone: usual,
            name: t('territoryTimeZone', { city: cityOf(usual), territory: territory.name }),
          },
        ]
      : []),
    ...(release ? [{ zone: release, name: t('releaseTimeZone', { city: cityOf(release) }) }] : []),
  ]
  return choices.filter(
    ({ zone }, index) => choices.findIndex((other) => other.zone === zone) === index,
  )
}

/** Not every browser knows the time zones of a country, and a country may have several. */
function onlyZoneOf(territory: territories.Territory | undefined): string | undefined {
  const country = territory?.countries[0]?.code
  if (!country || !/^[A-Z]{2}$/.test(country)) return undefined
  const locale = new Intl.Locale('und', { region: country }) as Intl.Locale & {
    getTimeZones?: () => string[] | undefined
  }
  const zones = locale.getTimeZones?.()
  return zones?.length === 1 ? zones[0] : undefined
}
