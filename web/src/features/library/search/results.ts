// Searches records while typing. Each query has its own cache key, so a late response cannot
// replace a newer one.
import {
  projects,
  search,
  users,
  type workrequests,
  type Endpoint,
  type ReplyOf,
} from '@reelay/api/contract'
import type { ResultPage, RequestInput } from '@reelay/client'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useTranslation } from '../../../i18n/i18n.ts'
import { useService } from '../../../api/service-context.ts'
import { usePermissions } from '../../shared/current-user.ts'
import { useVersionName } from '../../shared/request-columns.tsx'
import { languageName } from '../../../ui/format/format.ts'

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
  const foundProjects = useListSearch(projects.listProjects, { query: { q } }, q)
  const foundPeople = useListSearch(users.listUsers, { query: { q } }, q)
  const records = useRecordSearch(q)
  const lists = [records, foundProjects, foundPeople]
  const { t } = useTranslation('search')
  const toItem = useItemFactories()
  return {
    groups: [
      { name: t('group.assets'), items: records.hits('asset').map(toItem.asset) },
      { name: t('group.projects'), items: foundProjects.items.map(toItem.project) },
      { name: t('group.requests'), items: records.hits('workrequest').map(toItem.request) },
      { name: t('group.people'), items: foundPeople.items.map(toItem.person) },
      { name: t('group.files'), items: records.hits('file').map(toItem.file) },
      { name: t('group.lines'), items: records.hits('line').map(toItem.line) },
      { name: t('group.comments'), items: records.hits('comment').map(toItem.comment) },
    ],
    isFetching: lists.some(({ isFetching }) => isFetching),
    error: lists.find(({ error }) => error)?.error ?? null,
    refetch: () => lists.forEach(({ refetch }) => void refetch()),
  }
}

function useItemFactories() {
  const { t } = useTranslation('trade')
  const versionName = useVersionName()
  const permissions = usePermissions()
  const versionOf = ({ language, territory }: Hit) =>
    versionName({ language: language ?? '', territory: territory ?? '' })
  return {
    asset: ({ _id, name, context, asset }: Hit): SearchItem => ({
      key: _id,
      kind: 'asset',
      name,
      note: context,
      href: `/assets/${asset}`,
    }),
    project: ({ _id, slug, name }: projects.Project): SearchItem => ({
      key: _id,
      kind: 'project',
      name,
      note: '',
      href: `/projects/${slug}`,
    }),
    request: (hit: Hit): SearchItem => ({
      key: hit._id,
      kind: 'request',
      name: hit.name,
      note: `${versionOf(hit)} · ${t(`status.${hit.status as workrequests.Status}`)} · ${hit.context}`,
      href: `/workrequests/${hit._id}`,
    }),
    file: ({ _id, name, context, asset }: Hit): SearchItem => ({
      key: _id,
      name,
      note: context,
      href: `/assets/${asset}`,
    }),
    line: ({ _id, name, context, asset, workRequest, language, start, part }: Hit): SearchItem => ({
      key: _id,
      name,
      note: [context, language && languageName(language), timeOf(start!)].join(' · '),
      href: workRequest
        ? `/workrequests/${workRequest}/translate?sheet=${part ?? 'dialogue'}&line=${_id}`
        : `/assets/${asset}?at=${timeOf(start!)}`,
    }),
    comment: (hit: Hit): SearchItem => ({
      key: hit._id,
      name: hit.name,
      note: `${hit.context} · ${versionOf(hit)}`,
      href: hit.offline
        ? `/offlines/${hit.offline}?comment=${hit._id}`
        : `/workrequests/${hit.workRequest}`,
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

type Hit = search.SearchHit

/** 00:01:02 */
const timeOf = (ms: number) => new Date(ms).toISOString().slice(11, 19)

function useRecordSearch(q: string) {
  const { call } = useService()
  const { data, ...query } = useQuery({
    queryKey: [search.search.path, { query: { q } }],
    queryFn: () => call(search.search, { query: { q } }),
    enabled: q !== '',
    placeholderData: keepPreviousData,
  })
  const hits = (kind: Hit['kind']) =>
    q === '' ? [] : (data?.filter((hit) => hit.kind === kind) ?? [])
  return { ...query, hits }
}

type ListEndpoint = Endpoint & { list: true }

function useListSearch<E extends ListEndpoint>(endpoint: E, input: RequestInput<E>, q: string) {
  const { call } = useService()
  const rangedInput = { ...input, range: { first: 0, last: RESULTS_PER_GROUP - 1 } }
  const { data, ...query } = useQuery({
    queryKey: [endpoint.path, 'search', rangedInput],
    queryFn: () => call(endpoint, rangedInput) as Promise<ResultPage<ReplyOf<E>>>,
    enabled: q !== '',
    placeholderData: keepPreviousData,
  })
  return { ...query, items: q === '' ? [] : (data?.items ?? []) }
}
