import { Type, type Static } from 'typebox'
import { endpoint } from '../kernel/endpoint.ts'
import {
  Id,
  IdOrSlug,
  Links,
  Name,
  Nullable,
  Params,
  Partly,
  Ref,
  Removed,
  Seconds,
  Slug,
  Strict,
  Text,
  Word,
  Zone,
} from '../kernel/schema.ts'

export const PROJECT_STATUSES = ['active', 'archived'] as const
export const ProjectStatus = Type.Enum([...PROJECT_STATUSES])
export type ProjectStatus = Static<typeof ProjectStatus>

/** A moment, and the zone whose calendar it was chosen in. */
export const Release = Strict({ date: Seconds, tz: Zone })
export type Release = Static<typeof Release>

const summary = { _id: Id, name: Name, slug: Slug, studio: Id, logo: Nullable(Id) }

/** As it stands inside other records. */
export const ProjectSummary = Strict({ ...summary, $links: Links() })
export type ProjectSummary = Static<typeof ProjectSummary>

export const Project = Strict({
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
const New = Strict({ ...writable, studio: Ref })
/**
 * Without `studio`: everything below a project carries its studio, so a project stays where it was
 * founded.
 */
const Change = Partly(Strict(writable))

const Filters = Strict({
  q: Type.Optional(Word),
  studio: Type.Optional(IdOrSlug),
  status: Type.Optional(ProjectStatus),
  order: Type.Optional(Word),
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
  summary: 'Read a project by id or slug',
  params: Params,
  reply: Project,
})
export const createProject = endpoint({
  method: 'POST',
  path: '/projects',
  access: 'asset.write',
  summary: 'Begin a project',
  body: New,
  of: Project,
  reply: Project,
})
export const changeProject = endpoint({
  method: 'PUT',
  path: '/projects/:id',
  access: 'asset.write',
  summary: 'Change a project',
  params: Params,
  body: Change,
  of: Project,
  reply: Project,
})
export const removeProject = endpoint({
  method: 'DELETE',
  path: '/projects/:id',
  access: 'asset.write',
  summary: 'Remove a project that holds nothing',
  params: Params,
  reply: Removed,
})
