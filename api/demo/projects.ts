import { createProject } from '../src/projects/contract.ts'
import { createWorkflow } from '../src/workflows/contract.ts'
import { atSomeHour, secondsFromNow, type DemoCalendar } from './calendar.ts'
import { PROJECTS, WORKFLOWS, type ProjectKey, type WorkflowKey } from './data/projects.ts'
import type { Staff } from './people.ts'

export const managerOf = (staff: Staff, project: ProjectKey) => staff.person[PROJECTS[project].by]

/** Returns the ids of the workflows. */
export async function createWorkflows(
  { at }: DemoCalendar,
  { admin, group, person }: Staff,
): Promise<Record<WorkflowKey, string>> {
  const ids = {
    group: (key: keyof typeof group) => group[key],
    person: (key: keyof typeof person) => person[key]._id,
  }
  const created = {} as Record<WorkflowKey, string>
  for (const key of Object.keys(WORKFLOWS) as WorkflowKey[]) {
    const { name, definition } = WORKFLOWS[key]
    created[key] = (
      await at(360, () =>
        admin.call(createWorkflow, { body: { name, definition: definition(ids) } }),
      )
    )._id
  }
  return created
}

/** Returns the ids of the projects. */
export async function createProjects(
  { at }: DemoCalendar,
  staff: Staff,
): Promise<Record<ProjectKey, string>> {
  const created = {} as Record<ProjectKey, string>
  for (const key of Object.keys(PROJECTS) as ProjectKey[]) {
    const { studio, name, slug, description, release, began } = PROJECTS[key]
    const body = {
      name,
      slug,
      description,
      studio: staff.studio[studio],
      release: release && { date: secondsFromNow(release.inDays), tz: release.tz },
    }
    created[key] = (
      await at(atSomeHour(began), () => managerOf(staff, key).call(createProject, { body }))
    )._id
  }
  return created
}
