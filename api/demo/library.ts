import { changeAsset, createAsset, giveFeedback, type Asset } from '../src/assets/contract.ts'
import { receiveContent, registerFile, type NewFile } from '../src/files/contract.ts'
import { createPreview } from '../src/previews/contract.ts'
import { changeProject, createProject } from '../src/projects/contract.ts'
import { changeStudio } from '../src/studios/contract.ts'
import { createWorkflow } from '../src/workflows/contract.ts'
import { filmBytes, pictureBytes } from './films.ts'
import { linesOf } from './lines.ts'
import { subtitleFile, toneWav } from './sample-files.ts'
import type { DemoCalendar } from './calendar.ts'
import type { DemoPerson } from './sign-in-as.ts'
import { ASSETS, sizeOf, type DemoAsset, type ExtraFile } from './data/assets.ts'
import type { FilmKey } from './data/films.ts'
import { PROJECTS, WORKFLOWS, type ProjectKey, type WorkflowKey } from './data/projects.ts'
import type { NewLine } from '../src/lines/contract.ts'
import { createScript, scriptLines, type ScriptPart } from '../src/scripts/contract.ts'
import type { Staff } from './people.ts'

/** The assets by their slugs. */
export type DemoLibrary = Record<string, { _id: string; plan: DemoAsset }>

export async function fillLibrary(calendar: DemoCalendar, staff: Staff): Promise<DemoLibrary> {
  const workflow = await defineWorkflows(calendar, staff)
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
      const [film, days] = plan.newCut
      const cut = { name: `${plan.code}_cut2.mp4`, film, label: 'Second cut' }
      await at(days, () => addCut(calendar, by, _id, cut))
    }
    if (plan.later)
      await at(atSomeHour(plan.later[1]), () =>
        by.call(changeAsset, {
          params: { id: _id },
          body: { workflow: { phase: plan.later![0] } },
        }),
      )
  }
}

const managerOf = (staff: Staff, project: ProjectKey) => staff.person[PROJECTS[project].by]
/** Spreads the actions over the day. */
const atSomeHour = (days: number) => days + ((days * 7) % 9) / 24
const secondsFromNow = (days: number) => Math.floor(Date.now() / 1000) + Math.round(days * 86_400)

async function defineWorkflows(
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

async function createProjects(
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

type AssetContext = { project: string; workflow: Record<WorkflowKey, string> }

async function addAsset(
  calendar: DemoCalendar,
  staff: Staff,
  plan: DemoAsset,
  { project, workflow }: AssetContext,
): Promise<string> {
  const by = managerOf(staff, plan.project)
  const { name, slug, type, code, usage, phases } = plan
  const [, ...changes] = phases
  const asset = await calendar.at(atSomeHour(phases[0]![1]), async () => {
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
  for (const [phase, days] of changes)
    await calendar.at(atSomeHour(days), () =>
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
  for (const extra of extras)
    await uploadFile(
      calendar,
      by,
      {
        name: extra.name,
        asset: asset._id,
        tags: extra.tags,
        ...(extra.embargo && { embargo: embargoOf(extra.embargo) }),
      },
      bytesOf(extra),
    )
}

export async function addCut(
  calendar: DemoCalendar,
  by: DemoPerson,
  asset: string,
  { name, film, label }: { name: string; film: FilmKey; label: string },
) {
  const file = await uploadFilm(calendar, by, { name, asset, tags: ['screener'] }, film)
  await by.call(createPreview, { body: { asset, file, label } })
}

async function addScript(
  calendar: DemoCalendar,
  staff: Staff,
  by: DemoPerson,
  asset: Asset,
  { code, film, project }: DemoAsset & { film: FilmKey },
) {
  const ingest = PROJECTS[project].studio === 'lanternfold' ? staff.person.robot : by
  await uploadFile(
    calendar,
    ingest,
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
  if (slug === 'velmarra-one-sheet') await useAsLogo(staff, by, asset, file)
}

async function writeScript(by: DemoPerson, asset: Asset, part: ScriptPart, lines: NewLine[]) {
  const { _id } = await by.call(createScript, { body: { asset: asset._id, part, language: 'eng' } })
  await by.call(scriptLines.put, { params: { id: _id }, body: lines })
}

/** The first poster is also the logo of the project and the studio. */
async function useAsLogo(staff: Staff, by: DemoPerson, asset: Asset, logo: string) {
  await by.call(changeProject, { params: { id: asset.project }, body: { logo } })
  await by.call(changeStudio, { params: { id: asset.studio }, body: { logo } })
  for (const key of ['annegret', 'haruka', 'thais'] as const)
    await staff.person[key].call(giveFeedback, { params: { id: asset._id }, body: { vote: 'up' } })
}

const embargoOf = ({ end, event = false }: NonNullable<ExtraFile['embargo']>) => ({
  event,
  end: end === undefined ? null : secondsFromNow(end),
})

function bytesOf({ kind, name }: ExtraFile): Uint8Array | undefined {
  if (kind === 'none') return undefined
  return kind === 'tone'
    ? toneWav(220)
    : Buffer.from(`${name}\n\nInvented for the Reelay demo. Any resemblance is coincidental.\n`)
}

/** Registers a file and uploads its content, if it has any. */
export async function uploadFile(
  { markVerified }: DemoCalendar,
  by: DemoPerson,
  file: NewFile,
  bytes: Uint8Array | undefined,
): Promise<string> {
  const { _id } = await by.call(registerFile, { body: file })
  if (!bytes) return _id
  await by.call(receiveContent, { params: { id: _id }, body: bytes })
  await markVerified(_id)
  return _id
}

/** Uploads a shipped film, which needs no probe. */
export async function uploadFilm(
  { saveProbe }: DemoCalendar,
  by: DemoPerson,
  file: NewFile,
  film: FilmKey,
): Promise<string> {
  const { _id } = await by.call(registerFile, { body: file })
  await by.call(receiveContent, { params: { id: _id }, body: filmBytes(film) })
  await saveProbe(_id, film)
  return _id
}
