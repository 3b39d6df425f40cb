// Short lists for names and filter options. They change rarely, so they are cached for minutes.
import {
  assettypes,
  groups,
  projects,
  studios,
  territories,
  users,
  workflows,
} from '@reelay/api/contract'
import { useEndpointQuery } from '../../api/queries.ts'
import type { Option } from '../../ui/fields/select.tsx'
import { languageName, regionName, humanize, territoryName } from '../../ui/format/format.ts'

/** The longest range of one response. More projects would need a search field. */
const range = { first: 0, last: 499 }
const RARELY_CHANGES = { staleTime: 5 * 60_000 }

export type Lookup = { options: Option[]; isLoaded: boolean; nameOf: (value: string) => string }
type RecordLookup<T> = Lookup & { records: T[] }

export function useProjects(): RecordLookup<projects.Project> {
  return toRecordLookup(
    useEndpointQuery(projects.listProjects, { query: { order: 'name' }, range }, RARELY_CHANGES)
      .data?.items,
  )
}

export function useStudios(): RecordLookup<studios.Studio> {
  return toRecordLookup(
    useEndpointQuery(studios.listStudios, { range }, RARELY_CHANGES).data?.items,
  )
}

export function useAssetTypes(): Lookup {
  const { data } = useEndpointQuery(assettypes.listAssetTypes, { range }, RARELY_CHANGES)
  return toLookup(
    data?.items.map(({ slug, name }) => ({ value: slug, name })),
    humanize,
  )
}

/** By code, as orders use them. */
export function useTerritories(): RecordLookup<territories.Territory> {
  const { data } = useEndpointQuery(territories.listTerritories, { range }, RARELY_CHANGES)
  return {
    records: data?.items ?? [],
    ...toLookup(
      data?.items.map(({ code, name }) => ({ value: code, name: territoryName(code, name) })),
      regionName,
    ),
  }
}

/** The languages of all territories. */
export const useTerritoryLanguages = () => useTerritoryCodes('languages', languageName)

/** The countries of all territories. */
export const useCountries = () => useTerritoryCodes('countries', regionName)

function useTerritoryCodes(list: 'languages' | 'countries', nameOf: Lookup['nameOf']): Lookup {
  const { data } = useEndpointQuery(territories.listTerritories, { range }, RARELY_CHANGES)
  const codes = new Set(data?.items.flatMap((territory) => territory[list].map(({ code }) => code)))
  return toLookup(
    [...codes]
      .map((value) => ({ value, name: nameOf(value) }))
      .toSorted((one, other) => one.name.localeCompare(other.name)),
    nameOf,
  )
}

export function usePeople(): RecordLookup<users.User> {
  return toRecordLookup(
    useEndpointQuery(users.listUsers, { query: { order: 'name' }, range }, RARELY_CHANGES).data
      ?.items,
  )
}

export function useGroups(): RecordLookup<groups.Group> {
  return toRecordLookup(useEndpointQuery(groups.listGroups, { range }, RARELY_CHANGES).data?.items)
}

/** The phases of all workflows, final ones last. */
export function usePhases(): Lookup {
  const { data } = useEndpointQuery(workflows.listWorkflows, { range }, RARELY_CHANGES)
  const phases = data?.items.flatMap(({ definition }) => Object.entries(definition.phases)) ?? []
  const names = [
    ...phases.filter(([, { terminal }]) => !terminal),
    ...phases.filter(([, { terminal }]) => terminal),
  ].map(([name]) => name)
  return toLookup(
    [...new Set(names)].map((name) => ({ value: name, name })),
    (name) => name,
  )
}

function toRecordLookup<T extends { _id: string; name: string }>(
  found: T[] | undefined,
): RecordLookup<T> {
  return {
    records: found ?? [],
    ...toLookup(
      found?.map(({ _id, name }) => ({ value: _id, name })),
      () => '…',
    ),
  }
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
