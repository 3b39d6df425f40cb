import { projects } from '@reelay/api/contract'
import { formatTime } from '../output/print.ts'
import { defineResource } from './resource.ts'
import { formatZonedTime } from '../output/format.ts'

export const project = defineResource<projects.Project>({
  list: projects.listProjects,
  show: projects.getProject,
  create: projects.createProject,
  edit: projects.changeProject,
  delete: projects.removeProject,
  columns: [
    ['Slug', ({ slug }) => slug],
    ['Name', ({ name }) => name],
    ['Status', ({ status }) => status],
    ['Release', ({ release }) => release && formatTime(release.date)],
    ['Created', ({ created }) => formatTime(created)],
  ],
  details: ({ name, slug, _id, status, description, release, studio, created }) => [
    ['Project', name],
    ['Slug', slug],
    ['Id', _id],
    ['Status', status],
    ['Description', description],
    ['Release', formatZonedTime(release)],
    ['Studio', studio],
    ['Created', formatTime(created)],
  ],
})
