import { assets, projects } from '@reelay/api/contract'
import type { QueryStarter } from '../../api/query-starter.ts'
import { loadAssetNames } from '../shared/lookups.ts'

type AssetSearch = { as?: string; columns?: string; order?: string }

export function loadAssets(
  queries: QueryStarter,
  { as: _as, columns: _columns, ...query }: AssetSearch,
) {
  queries.window(assets.listAssets, { query })
  loadAssetNames(queries)
}

type ProjectSearch = { q?: string; studio?: string; status?: string }

export const projectsInput = ({ q, studio, status }: ProjectSearch) => ({
  query: { q, studio, status: status as projects.ProjectStatus | undefined },
})

export function loadProjects({ pages }: QueryStarter, search: ProjectSearch) {
  pages(projects.listProjects, projectsInput(search))
}

export function loadProject({ query }: QueryStarter, id: string) {
  query(projects.getProject, { params: { id } })
}
