import { viewerOf } from '../../access/queries/visibility.ts'
import type { Caller } from '../../kernel/http/contract/caller.ts'
import type { Compute } from '../../kernel/compute/compute.ts'
import { task } from '../../kernel/compute/task.ts'
import type { Db } from '../../kernel/db/connect.ts'
import type { Attachment } from '../../kernel/http/attachment.ts'
import type { Storage } from '../../kernel/storage/storage.ts'
import { getVideoTiming } from '../../lines/queries/video-timing.ts'
import { clockOf } from '../../lines/rules/line-lists.ts'
import type { Speller } from '../../spelling/commands/speller.ts'
import type { CheckReportOptions, ReportFormat } from '../contract/check-report.ts'
import { getTranslation } from '../queries.ts'
import { findFilm, loadFilmStills } from '../queries/film-stills.ts'
import { recordEmbargoedView, type FilmView } from '../../renditions/commands/embargoed-views.ts'
import { loadCheckInput } from './check.ts'
import { writeReport } from './tasks/check-report.ts'

const reportTask = task(new URL('./tasks/check-report.ts', import.meta.url), writeReport)

const MIMES: Record<ReportFormat, string> = {
  html: 'text/html; charset=utf-8',
  pdf: 'application/pdf',
}
const SECONDS = 60

type Context = { db: Db; compute: Compute; storage: Storage; speller: Speller }
type ReportInput = CheckReportOptions & { id: string; by: Caller } & Pick<
    FilmView,
    'endpoint' | 'request'
  >

/** Stills of a film under embargo are recorded as a view of it. */
export async function exportCheckReport(
  { db, compute, storage, speller }: Context,
  { id, by, format, profile, endpoint, request }: ReportInput,
): Promise<Attachment> {
  const translation = await getTranslation(db, viewerOf(by), id)
  const input = await loadCheckInput({ db, speller }, translation, { by, profile })
  const { name, title, rate, timecode } = await getVideoTiming(db, viewerOf(by), translation.asset)
  const film = await findFilm(db, { person: by, asset: translation.asset })
  const stills = film && (await loadFilmStills({ db, storage }, film))
  if (film && stills) await recordEmbargoedView(db, { ...film, endpoint, request })
  const { bytes } = await compute.run(
    reportTask,
    {
      lines: input.lines,
      options: input.options,
      format,
      stills,
      clock: clockOf(timecode, rate),
      title,
      revision: input.revision,
    },
    { client: by._id, seconds: SECONDS },
  )
  const language = translation.language || 'und'
  return { name: `${name}.${language}.qc.${format}`, mime: MIMES[format], bytes }
}
