import { Type, type Static } from 'typebox'
import { endpoint } from '../kernel/http/contract/endpoint.ts'
import {
  Id,
  IdOrSlug,
  Links,
  Name,
  Nullable,
  IdParams,
  StrictPartial,
  Ref,
  SlugRef,
  Removed,
  Seconds,
  Slug,
  StrictObject,
  Text,
  ShortText,
  TimeZoneName,
} from '../kernel/http/contract/schema.ts'

export const PROJECT_STATUSES = ['active', 'archived'] as const
export const ProjectStatus = Type.Enum([...PROJECT_STATUSES])
export type ProjectStatus = Static<typeof ProjectStatus>

/** A moment and the time zone it was chosen in. */
export const Release = StrictObject({ date: Seconds, tz: TimeZoneName })
export type Release = Static<typeof Release>

const summary = { _id: Id, name: Name, slug: Slug, studio: Id, logo: Nullable(Id) }

/** As embedded in other records. */
export const ProjectSummary = StrictObject({ ...summary, $links: Links() })
export type ProjectSummary = Static<typeof ProjectSummary>

export const Project = StrictObject({
  ...summary,
  status: ProjectStatus,
  description: Text,
  release: Nullable(Release),
  created: Seconds,
  $links: Links('studio'),
})
export type Project = Static<typeof Project>

const writable = {
  name: Name,
  slug: Type.Optional(Slug),
  logo: Type.Optional(Nullable(Ref)),
  status: Type.Optional(ProjectStatus),
  description: Type.Optional(Text),
  release: Type.Optional(Nullable(Release)),
}
const New = StrictObject({ ...writable, studio: SlugRef })
/** Without `studio`: a project cannot move, because every record below it carries its studio. */
const Change = StrictPartial(StrictObject(writable))

const Filters = StrictObject({
  q: Type.Optional(ShortText),
  studio: Type.Optional(IdOrSlug),
  status: Type.Optional(ProjectStatus),
  order: Type.Optional(ShortText),
})

export const listProjects = endpoint({
  method: 'GET',
  path: '/projects',
  access: 'signed-in',
  summary: 'List the projects of your studios',
  query: Filters,
  list: true,
  reply: Project,
})
export const getProject = endpoint({
  method: 'GET',
  path: '/projects/:id',
  access: 'signed-in',
  summary: 'Get a project by id or slug',
  params: IdParams,
  reply: Project,
})
export const createProject = endpoint({
  method: 'POST',
  path: '/projects',
  access: 'asset.write',
  summary: 'Create a project',
  body: New,
  record: Project,
  reply: Project,
})
export const changeProject = endpoint({
  method: 'PUT',
  path: '/projects/:id',
  access: 'asset.write',
  summary: 'Update a project',
  params: IdParams,
  body: Change,
  record: Project,
  reply: Project,
})
export const removeProject = endpoint({
  method: 'DELETE',
  path: '/projects/:id',
  access: 'asset.write',
  summary: 'Remove an empty project',
  params: IdParams,
  reply: Removed,
})
