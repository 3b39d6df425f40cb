// Searches records while typing. Each query has its own cache key, so a late response cannot
// replace a newer one.
import {
  assets,
  projects,
  users,
  workrequests,
  type Endpoint,
  type Page,
  type ReplyOf,
} from '@reelay/api/contract'
import type { RequestInput } from '@reelay/client'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useTranslation } from '../../../i18n/i18n.ts'
import { useService } from '../../../api/service-context.ts'
import { usePermissions } from '../../shared/current-user.ts'
import { useAssetTypes, useProjects } from '../../shared/lookups.ts'
import { useVersionName } from '../../shared/request-columns.tsx'

export type SearchItem = {
  key: string
  name: string
  note: string
  href?: string
  run?: () => void
  kind?: 'asset' | 'project' | 'request'
}
export type SearchGroup = { name: string; items: SearchItem[] }

const RESULTS_PER_GROUP = 5

export function useSearchResults(q: string): {
  groups: SearchGroup[]
  isFetching: boolean
  error: Error | null
  refetch: () => void
} {
  const lists = [
    useListSearch(assets.listAssets, { query: { q } }, q),
    useListSearch(projects.listProjects, { query: { q } }, q),
    useListSearch(workrequests.listWorkRequests, { query: { q } }, q),
    useListSearch(users.listUsers, { query: { q } }, q),
  ] as const
  const [foundAssets, foundProjects, foundRequests, foundPeople] = lists
  const { t } = useTranslation('search')
  const toItem = useItemFactories()
  return {
    groups: [
      { name: t('group.assets'), items: foundAssets.items.map(toItem.asset) },
      { name: t('group.projects'), items: foundProjects.items.map(toItem.project) },
      { name: t('group.requests'), items: foundRequests.items.map(toItem.request) },
      { name: t('group.people'), items: foundPeople.items.map(toItem.person) },
    ],
    isFetching: lists.some(({ isFetching }) => isFetching),
    error: lists.find(({ error }) => error)?.error ?? null,
    refetch: () => lists.forEach(({ refetch }) => void refetch()),
  }
}

function useItemFactories() {
  const { t } = useTranslation('trade')
  const types = useAssetTypes()
  const projectNames = useProjects()
  const versionName = useVersionName()
  const permissions = usePermissions()
  return {
    asset: ({ _id, slug, name, type, project }: assets.Asset): SearchItem => ({
      key: _id,
      kind: 'asset',
      name,
      note: `${types.nameOf(type)} · ${projectNames.nameOf(project)}`,
      href: `/assets/${slug}`,
    }),
    project: ({ _id, slug, name }: projects.Project): SearchItem => ({
      key: _id,
      kind: 'project',
      name,
      note: '',
      href: `/projects/${slug}`,
    }),
    request: (request: workrequests.WorkRequest): SearchItem => ({
      key: request._id,
      kind: 'request',
      name: request.asset.name,
      note: `${versionName(request)} · ${t(`status.${request.status}`)}`,
      href: `/workrequests/${request._id}`,
    }),
    person: ({ _id, name, emailNormal }: users.User): SearchItem => ({
      key: _id,
      name,
      note: emailNormal,
      href: permissions.has('user.manage')
        ? `/administration/users/${_id}`
        : `mailto:${emailNormal}`,
    }),
  }
}

type ListEndpoint = Endpoint & { list: true }

function useListSearch<E extends ListEndpoint>(endpoint: E, input: RequestInput<E>, q: string) {
  const { call } = useService()
  const rangedInput = { ...input, range: { first: 0, last: RESULTS_PER_GROUP - 1 } }
  const { data, ...query } = useQuery({
    queryKey: [endpoint.path, 'search', rangedInput],
    queryFn: () => call(endpoint, rangedInput) as Promise<Page<ReplyOf<E>>>,
    enabled: q !== '',
    placeholderData: keepPreviousData,
  })
  return { ...query, items: q === '' ? [] : (data?.items ?? []) }
}
