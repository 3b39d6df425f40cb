// The short lists that give names to codes and choices to filters. They change rarely, so they are
// asked for once in a while.
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
import { languageName, regionName, sentence } from '../../ui/format/format.ts'

/**
 * As many as one answer can hold. An installation with more projects needs a field that searches,
 * not a longer list.
 */
const range = { first: 0, last: 499 }
const seldom = { staleTime: 5 * 60_000 }

/** `isHere`: an empty one is empty, not on its way. */
export type Register = { options: Option[]; isHere: boolean; nameOf: (value: string) => string }
type Records<T> = Register & { records: T[] }

export function useProjects(): Records<projects.Project> {
  return records(
    useEndpointQuery(projects.listProjects, { query: { order: 'name' }, range }, seldom).data
      ?.items,
  )
}

export function useStudios(): Records<studios.Studio> {
  return records(useEndpointQuery(studios.listStudios, { range }, seldom).data?.items)
}

export function useAssetTypes(): Register {
  const { data } = useEndpointQuery(assettypes.listAssetTypes, { range }, seldom)
  return register(
    data?.items.map(({ slug, name }) => ({ value: slug, name })),
    sentence,
  )
}

/** By their codes, as orders name them. */
export function useTerritories(): Records<territories.Territory> {
  const { data } = useEndpointQuery(territories.listTerritories, { range }, seldom)
  return {
    records: data?.items ?? [],
    ...register(
      data?.items.map(({ code, name }) => ({ value: code, name })),
      regionName,
    ),
  }
}

/** Every language that some territory speaks. */
export function useTerritoryLanguages(): Register {
  const { data } = useEndpointQuery(territories.listTerritories, { range }, seldom)
  const codes = new Set(data?.items.flatMap(({ languages }) => languages.map(({ code }) => code)))
  return register(
    [...codes]
      .map((value) => ({ value, name: languageName(value) }))
      .toSorted((one, other) => one.name.localeCompare(other.name)),
    languageName,
  )
}

export function usePeople(): Records<users.User> {
  return records(
    useEndpointQuery(users.listUsers, { query: { order: 'name' }, range }, seldom).data?.items,
  )
}

export function useGroups(): Records<groups.Group> {
  return records(useEndpointQuery(groups.listGroups, { range }, seldom).data?.items)
}

/** Every phase that some workflow knows, ends last. */
export function usePhases(): Register {
  const { data } = useEndpointQuery(workflows.listWorkflows, { range }, seldom)
  const phases = data?.items.flatMap(({ definition }) => Object.entries(definition.phases)) ?? []
  const names = [
    ...phases.filter(([, { terminal }]) => !terminal),
    ...phases.filter(([, { terminal }]) => terminal),
  ].map(([name]) => name)
  return register(
    [...new Set(names)].map((name) => ({ value: name, name })),
    (name) => name,
  )
}

function records<T extends { _id: string; name: string }>(found: T[] | undefined): Records<T> {
  return {
    records: found ?? [],
    ...register(
      found?.map(({ _id, name }) => ({ value: _id, name })),
      () => '…',
    ),
  }
}

function register(found: Option[] | undefined, otherwise: (value: string) => string): Register {
  const options = found ?? []
  const names = new Map(options.map(({ value, name }) => [value, name]))
  return {
    options,
    isHere: found !== undefined,
    nameOf: (value) => names.get(value) ?? otherwise(value),
  }
}
