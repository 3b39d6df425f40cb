// Short lists for names and filter options. They change rarely, so they are cached for minutes.
import { useMemo } from 'react'
import {
  assettypes,
  groups,
  projects,
  studios,
  territories,
  users,
  workflows,
} from '@reelay/api/contract'
import { useAllItems, useEndpointQuery } from '../../api/queries.ts'
import type { QueryStarter } from '../../api/query-starter.ts'
import { useAfterFirstQueries } from '../../api/use-after-first-queries.ts'
import { useTranslation } from '../../i18n/i18n.ts'
import type { Option } from '../../ui/fields/select.tsx'
import { languageName, regionName, humanize, territoryName } from '../../ui/format/format.ts'

/** The longest range of one response. */
const range = { first: 0, last: 499 }
const RARELY_CHANGES = { staleTime: 5 * 60_000 }

export type Lookup = { options: Option[]; isLoaded: boolean; nameOf: (value: string) => string }
type RecordLookup<T> = Lookup & { records: T[] }

/** The names beside the items of a list. Without them the items would move when they arrive. */
export const loadAssetNames = ({ query, allItems }: Pick<QueryStarter, 'query' | 'allItems'>) => {
  query(assettypes.listAssetTypes, { range }, RARELY_CHANGES)
  allItems(projects.listProjects, { query: { order: 'name' } }, RARELY_CHANGES)
}

export const loadRequestNames = ({ query, allItems }: Pick<QueryStarter, 'query' | 'allItems'>) => {
  query(territories.listTerritories, { range }, RARELY_CHANGES)
  query(assettypes.listAssetTypes, { range }, RARELY_CHANGES)
  allItems(groups.listGroups, {}, RARELY_CHANGES)
}

export const useProjects = (): RecordLookup<projects.Project> =>
  useRecordLookup(
    useAllItems(projects.listProjects, { query: { order: 'name' } }, RARELY_CHANGES).data,
  )

/** The name of one project: from the list of all, if another page has loaded it. */
export function useProjectName(id: string): string {
  const { data: all } = useAllItems(
    projects.listProjects,
    { query: { order: 'name' } },
    { ...RARELY_CHANGES, enabled: false },
  )
  const listed = all?.find(({ _id }) => _id === id)
  const { data } = useEndpointQuery(
    projects.getProject,
    { params: { id } },
    { ...RARELY_CHANGES, enabled: !listed },
  )
  return listed?.name ?? data?.name ?? '…'
}

export const useStudios = (): RecordLookup<studios.Studio> =>
  useRecordLookup(useEndpointQuery(studios.listStudios, { range }, RARELY_CHANGES).data?.items)

export function useAssetTypes({ enabled = true } = {}): Lookup {
  const { data } = useEndpointQuery(
    assettypes.listAssetTypes,
    { range },
    { ...RARELY_CHANGES, enabled },
  )
  return useLookup(data?.items, () =>
    toLookup(
      data?.items.map(({ slug, name }) => ({ value: slug, name })),
      humanize,
    ),
  )
}

/** For names beside others: until they are loaded, a country has its usual name. */
export const useTerritoryNames = () => useTerritories({ enabled: useAfterFirstQueries() })

/** By code, as orders use them. */
export function useTerritories({ enabled = true } = {}): RecordLookup<territories.Territory> {
  const { data } = useEndpointQuery(
    territories.listTerritories,
    { range },
    { ...RARELY_CHANGES, enabled },
  )
  return useLookup(data?.items, () => ({
    records: data?.items ?? [],
    ...toLookup(
      data?.items.map(({ code, name }) => ({ value: code, name: territoryName(code, name) })),
      regionName,
    ),
  }))
}

/** The languages of all territories. */
export const useTerritoryLanguages = () => useTerritoryCodes('languages', languageName)

/** The countries of all territories. */
export const useCountries = () => useTerritoryCodes('countries', regionName)

function useTerritoryCodes(list: 'languages' | 'countries', nameOf: Lookup['nameOf']): Lookup {
  const { data } = useEndpointQuery(territories.listTerritories, { range }, RARELY_CHANGES)
  return useLookup(data?.items, () => {
    const codes = new Set(
      data?.items.flatMap((territory) => territory[list].map(({ code }) => code)),
    )
    return toLookup(
      [...codes]
        .map((value) => ({ value, name: nameOf(value) }))
        .toSorted((one, other) => one.name.localeCompare(other.name)),
      nameOf,
    )
  })
}

export const usePeople = (): RecordLookup<users.User> =>
  useRecordLookup(useAllItems(users.listUsers, { query: { order: 'name' } }, RARELY_CHANGES).data)

export const useGroups = (): RecordLookup<groups.Group> =>
  useRecordLookup(useAllItems(groups.listGroups, {}, RARELY_CHANGES).data)

/** The phases of all workflows, final ones last. */
export function usePhases(): Lookup {
  const { data } = useEndpointQuery(workflows.listWorkflows, { range }, RARELY_CHANGES)
  return useLookup(data?.items, () => {
    const phases = data?.items.flatMap(({ definition }) => Object.entries(definition.phases)) ?? []
    const names = [
      ...phases.filter(([, { terminal }]) => !terminal),
      ...phases.filter(([, { terminal }]) => terminal),
    ].map(([name]) => name)
    return toLookup(
      [...new Set(names)].map((name) => ({ value: name, name })),
      (name) => name,
    )
  })
}

const useRecordLookup = <T extends { _id: string; name: string }>(
  found: T[] | undefined,
): RecordLookup<T> =>
  useLookup(found, () => ({
    records: found ?? [],
    ...toLookup(
      found?.map(({ _id, name }) => ({ value: _id, name })),
      () => '…',
    ),
  }))

/** The same lookup until the records or the language change, so that fields keep their options. */
function useLookup<L>(found: readonly unknown[] | undefined, create: () => L): L {
  const { i18n } = useTranslation()
  return useMemo(create, [found, i18n.language])
}

function toLookup(found: Option[] | undefined, otherwise: (value: string) => string): Lookup {
  const options = found ?? []
  const names = new Map(options.map(({ value, name }) => [value, name]))
  return {
    options,
    isLoaded: found !== undefined,
    nameOf: (value) => names.get(value) ?? otherwise(value),
  }
}
