import { changeAsset, createAsset, giveFeedback, type Asset } from '../src/assets/contract.ts'
import type { NewLine } from '../src/lines/contract.ts'
import { createPreview } from '../src/previews/contract.ts'
import { changeProject } from '../src/projects/contract.ts'
import { createScript, scriptLines, type ScriptPart } from '../src/scripts/contract.ts'
import { changeStudio } from '../src/studios/contract.ts'
import { atSomeHour, type DemoCalendar } from './calendar.ts'
import { ASSETS, sizeOf, type DemoAsset } from './data/assets.ts'
import type { FilmKey } from './data/films.ts'
import { PROJECTS, type WorkflowKey } from './data/projects.ts'
import { pictureBytes } from './films.ts'
import { linesOf } from './lines.ts'
import type { Staff } from './people.ts'
import { createProjects, createWorkflows, managerOf } from './projects.ts'
import { subtitleFile } from './sample-files.ts'
import type { DemoPerson } from './sign-in-as.ts'
import { addCut, uploadExtra, uploadFile } from './uploads.ts'

/** The assets by their slugs. */
export type DemoLibrary = Record<string, { _id: string; plan: DemoAsset }>

export async function fillLibrary(calendar: DemoCalendar, staff: Staff): Promise<DemoLibrary> {
  const workflow = await createWorkflows(calendar, staff)
  const project = await createProjects(calendar, staff)
  const library: DemoLibrary = {}
  for (const plan of ASSETS)
    library[plan.slug] = {
      _id: await addAsset(calendar, staff, plan, { project: project[plan.project], workflow }),
      plan,
    }
  return library
}

/** The phase changes and new cuts that arrive while work requests are open. */
export async function changeAssets(calendar: DemoCalendar, staff: Staff, library: DemoLibrary) {
  const { at } = calendar
  for (const { _id, plan } of Object.values(library)) {
    const by = managerOf(staff, plan.project)
    if (plan.newCut) {
      const { film, daysAgo } = plan.newCut
      const cut = { name: `${plan.code}_cut2.mp4`, film, label: 'Second cut' }
      await at(daysAgo, () => addCut(calendar, by, _id, cut))
    }
    if (plan.later) {
      const { phase, daysAgo } = plan.later
      await at(atSomeHour(daysAgo), () =>
        by.call(changeAsset, { params: { id: _id }, body: { workflow: { phase } } }),
      )
    }
  }
}

type AssetContext = { project: string; workflow: Record<WorkflowKey, string> }

async function addAsset(
  calendar: DemoCalendar,
  staff: Staff,
  plan: DemoAsset,
  { project, workflow }: AssetContext,
): Promise<string> {
  const by = managerOf(staff, plan.project)
  const { name, slug, type, code, usage, phases } = plan
  const [[, createdDaysAgo], ...changes] = phases
  const asset = await calendar.at(atSomeHour(createdDaysAgo), async () => {
    const created = await by.call(createAsset, {
      body: {
        name,
        slug,
        type,
        project,
        importName: code,
        aspectRatio: ratioOf(sizeOf(plan)),
        creative: type !== 'preliminary-production',
        usage: Object.fromEntries(usage.map((use) => [use, true])),
        ...(plan.workflow && { workflow: { id: workflow[plan.workflow] } }),
      },
    })
    await addFiles(calendar, staff, by, created, plan)
    return created
  })
  for (const [phase, daysAgo] of changes)
    await calendar.at(atSomeHour(daysAgo), () =>
      by.call(changeAsset, { params: { id: asset._id }, body: { workflow: { phase } } }),
    )
  return asset._id
}

function ratioOf([width, height]: [number, number]): string {
  const gcd = (a: number, b: number): number => (b ? gcd(b, a % b) : a)
  return `${width / gcd(width, height)}:${height / gcd(width, height)}`
}

/** The film or picture with its preview, the script, and extra files. */
async function addFiles(
  calendar: DemoCalendar,
  staff: Staff,
  by: DemoPerson,
  asset: Asset,
  plan: DemoAsset,
) {
  const { film, extras = [] } = plan
  if (film) {
    await addCut(calendar, by, asset._id, {
      name: `${plan.code}_cut1.mp4`,
      film,
      label: 'First cut',
    })
    await addScript(calendar, staff, by, asset, { ...plan, film })
  } else await addPicture(calendar, staff, by, asset, plan)
  for (const extra of extras) await uploadExtra(calendar, by, asset._id, extra)
}

async function addScript(
  calendar: DemoCalendar,
  staff: Staff,
  by: DemoPerson,
  asset: Asset,
  { code, film, project }: DemoAsset & { film: FilmKey },
) {
  const uploader = PROJECTS[project].studio === 'lanternfold' ? staff.person.robot : by
  await uploadFile(
    calendar,
    uploader,
    {
      name: `${code}_dialogue_eng.srt`,
      asset: asset._id,
      language: 'eng',
      tags: ['subtitle', 'source'],
    },
    subtitleFile(linesOf(film, 'spoken', 'eng')),
  )
  await writeScript(by, asset, 'dialogue', linesOf(film, 'spoken', 'eng'))
  await writeScript(by, asset, 'graphics', linesOf(film, 'cards', 'eng'))
}

const FIRST_POSTER = 'velmarra-one-sheet'

async function addPicture(
  calendar: DemoCalendar,
  staff: Staff,
  by: DemoPerson,
  asset: Asset,
  { code, picture, slug }: DemoAsset,
) {
  const file = await uploadFile(
    calendar,
    by,
    { name: `${code}_art.jpg`, asset: asset._id, tags: ['still'] },
    pictureBytes(picture!),
  )
  await by.call(createPreview, { body: { asset: asset._id, file, label: 'First version' } })
  await by.call(changeAsset, { params: { id: asset._id }, body: { thumbnail: file } })
  if (slug === FIRST_POSTER) {
    await useAsLogo(by, asset, file)
    await addVotes(staff, asset)
  }
}

async function writeScript(by: DemoPerson, asset: Asset, part: ScriptPart, lines: NewLine[]) {
  const { _id } = await by.call(createScript, { body: { asset: asset._id, part, language: 'eng' } })
  await by.call(scriptLines.put, { params: { id: _id }, body: lines })
}

/** The poster is also the logo of the project and the studio. */
async function useAsLogo(by: DemoPerson, asset: Asset, logo: string) {
  await by.call(changeProject, { params: { id: asset.project }, body: { logo } })
  await by.call(changeStudio, { params: { id: asset.studio }, body: { logo } })
}

async function addVotes({ person }: Staff, asset: Asset) {
  for (const key of ['annegret', 'haruka', 'thais'] as const)
    await person[key].call(giveFeedback, { params: { id: asset._id }, body: { vote: 'up' } })
}
