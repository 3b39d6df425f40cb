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
  again: () => void
} {
  const { t } = useTranslation(['search', 'trade'])
  const [types, titles, versionName, permissions] = [
    useAssetTypes(),
    useProjects(),
    useVersionName(),
    usePermissions(),
  ]
  const found = [
    useListSearch(assets.listAssets, { query: { q } }, q),
    useListSearch(projects.listProjects, { query: { q } }, q),
    useListSearch(workrequests.listWorkRequests, { query: { q } }, q),
    useListSearch(users.listUsers, { query: { q } }, q),
  ] as const
  const [ofAssets, ofProjects, ofRequests, ofPeople] = found
  const groups: SearchGroup[] = [
    {
      name: t('group.assets'),
      items: ofAssets.items.map(({ _id, slug, name, type, project }) => ({
        key: _id,
        kind: 'asset',
        name,
        note: `${types.nameOf(type)} · ${titles.nameOf(project)}`,
        href: `/assets/${slug}`,
      })),
    },
    {
      name: t('group.projects'),
      items: ofProjects.items.map(({ _id, slug, name }) => ({
        key: _id,
        kind: 'project',
        name,
        note: '',
        href: `/projects/${slug}`,
      })),
    },
    {
      name: t('group.requests'),
      items: ofRequests.items.map((request) => ({
        key: request._id,
        kind: 'request',
        name: request.asset.name,
        note: `${versionName(request)} · ${t(`trade:status.${request.status}`)}`,
        href: `/workrequests/${request._id}`,
      })),
    },
    {
      name: t('group.people'),
      items: ofPeople.items.map(({ _id, name, emailNormal }) => ({
        key: _id,
        name,
        note: emailNormal,
        href: permissions.has('user.manage')
          ? `/administration/users/${_id}`
          : `mailto:${emailNormal}`,
      })),
    },
  ]
  return {
    groups,
    isFetching: found.some(({ isFetching }) => isFetching),
    error: found.find(({ error }) => error)?.error ?? null,
    again: () => found.forEach(({ refetch }) => void refetch()),
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
