import type { ReplyContext } from '../kernel/http/contract/reply-context.ts'
import type { FieldError } from '../kernel/http/contract/problem.ts'
import { isTimeZone } from '../kernel/http/contract/time-zone.ts'
import type { Project, ProjectSummary, Release } from './contract.ts'

export const releaseErrors = (release: Release | null | undefined): FieldError[] =>
  release && !isTimeZone(release.tz)
    ? [{ pointer: '/release/tz', message: 'is not an IANA time zone' }]
    : []

export type StoredProject = Omit<Project, '$links'>
export type StoredProjectSummary = Omit<ProjectSummary, '$links'>

export const presentProject = (
  project: StoredProject,
  { host }: Pick<ReplyContext, 'host'>,
): Project => ({
  ...project,
  $links: {
    self: `//${host}/api/projects/${project._id}`,
    studio: `//${host}/api/studios/${project.studio}`,
  },
})

export const presentProjectSummary = (
  project: StoredProjectSummary,
  { host }: Pick<ReplyContext, 'host'>,
): ProjectSummary => ({
  ...project,
  $links: { self: `//${host}/api/projects/${project._id}` },
})
