// What an order form asks of the installation besides the asset: the territories, how far ahead a
// studio wants to know, and which zones are usual.
import { projects, workrequests, type assets, type territories } from '@reelay/api/contract'
import { useTranslation } from '../../../i18n/i18n.ts'
import { useEndpointQuery } from '../../../api/queries.ts'
import { useMe } from '../../shared/current-user.ts'
import { useStudios, useTerritories } from '../../shared/lookups.ts'
import { cityOf, readerZone } from '../../../ui/format/time.ts'

const seldom = { staleTime: 5 * 60_000 }

/** Those this person may order for: the studio for anyone, a territory for itself. */
export function useOrderTerritories(): {
  all: territories.Territory[]
  mine: territories.Territory[]
} {
  const me = useMe()
  const { records: all } = useTerritories()
  const manages = me?.roles.some((role) => role === 'studio' || role === 'admin')
  return {
    all,
    mine: manages || !me?.territory ? all : all.filter(({ code }) => code === me.territory?.code),
  }
}

export function useLeadTimes(): (studio: string) => { hours: number; name: string } {
  const { records } = useStudios()
  return (studio) => {
    const found = records.find(({ _id }) => _id === studio)
    return { hours: found?.settings.leadTimeHours ?? 0, name: found?.name ?? '' }
  }
}

export type ZoneChoice = { zone: string; name: string }

/**
 * The reader's own, that of the territory's latest order, and that in which the project is
 * released.
 */
export function useZones(
  asset: Pick<assets.Asset, 'project'>,
  territory: territories.Territory | undefined,
): ZoneChoice[] {
  const { t } = useTranslation('order')
  const { data: latest } = useEndpointQuery(
    workrequests.listWorkRequests,
    {
      query: { territory: territory?.code ?? '', order: '-created' },
      range: { first: 0, last: 4 },
    },
    { enabled: territory !== undefined, ...seldom },
  )
  const { data: project } = useEndpointQuery(
    projects.getProject,
    { params: { id: asset.project } },
    seldom,
  )
  const usual = latest?.items.find(({ due }) => due)?.due?.tz ?? onlyZoneOf(territory)
  const release = project?.release?.tz
  const choices = [
    { zone: readerZone(), name: t('zoneYours', { city: cityOf(readerZone()) }) },
    ...(usual && territory
      ? [
          {
            zone: usual,
            name: t('zoneTerritory', { city: cityOf(usual), territory: territory.name }),
          },
        ]
      : []),
    ...(release ? [{ zone: release, name: t('zoneRelease', { city: cityOf(release) }) }] : []),
  ]
  return choices.filter(
    ({ zone }, index) => choices.findIndex((other) => other.zone === zone) === index,
  )
}

/**
 * Not every browser knows the zones of a country; of those that have several, none is the usual
 * one.
 */
function onlyZoneOf(territory: territories.Territory | undefined): string | undefined {
  const country = territory?.countries[0]?.code
  if (!country || !/^[A-Z]{2}$/.test(country)) return undefined
  const locale = new Intl.Locale('und', { region: country }) as Intl.Locale & {
    getTimeZones?: () => string[] | undefined
  }
  const zones = locale.getTimeZones?.()
  return zones?.length === 1 ? zones[0] : undefined
}
