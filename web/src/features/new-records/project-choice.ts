// The project of a new asset: an existing one, or one that is created together with the asset.
import { projects, studios } from '@reelay/api/contract'
import { useQueryClient } from '@tanstack/react-query'
import { invalidatePaths } from '../../api/mutations.ts'
import { useService } from '../../api/service-context.ts'
import { randomKey } from '../../api/random-key.ts'

/** Names are used where no record is selected. */
export type ProjectChoice = {
  project: string | undefined
  projectName: string
  studio: string | undefined
  studioName: string
  release?: projects.Release | null
}
type CreatedProject = Pick<projects.Project, '_id'>

export const EMPTY_CHOICE: ProjectChoice = {
  project: undefined,
  projectName: '',
  studio: undefined,
  studioName: '',
}

export const isComplete = ({ project, projectName, studio, studioName }: ProjectChoice) =>
  project !== undefined ||
  (projectName.trim() !== '' && (studio !== undefined || studioName.trim() !== ''))

/** Creates what the choice names: the studio of an empty installation, then the project. */
export function useCreateProject(): (choice: ProjectChoice) => Promise<CreatedProject> {
  const { call } = useService()
  const queryClient = useQueryClient()
  const key = () => ({ headers: { 'idempotency-key': randomKey() } })
  return async ({ project, projectName, studio, studioName, release = null }) => {
    if (project !== undefined) return { _id: project }
    const owner =
      studio ??
      (await call(studios.createStudio, { body: { name: studioName.trim() }, ...key() }))._id
    const body = { name: projectName.trim(), studio: owner, release }
    const created = await call(projects.createProject, { body, ...key() })
    invalidatePaths(queryClient, ['/studios', '/projects', '/session'])
    return created
  }
}
