import { assets, projects } from '@reelay/api/contract'
import type { QueryStarter } from '../../api/query-starter.ts'

type AssetSearch = { as?: string; columns?: string; order?: string }

export function loadAssets(
  { window }: QueryStarter,
  { as: _as, columns: _columns, ...query }: AssetSearch,
) {
  window(assets.listAssets, { query })
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
