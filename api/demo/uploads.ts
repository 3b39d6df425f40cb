import { receiveContent, registerFile, type NewFile } from '../src/files/contract.ts'
import { createPreview } from '../src/previews/contract.ts'
import { secondsFromNow, type DemoCalendar } from './calendar.ts'
import type { ExtraFile } from './data/assets.ts'
import type { FilmKey } from './data/films.ts'
import { filmBytes } from './films.ts'
import { toneWav } from './sample-files.ts'
import type { DemoPerson } from './sign-in-as.ts'

/** Uploads a film with its preview. */
export async function addCut(
  calendar: DemoCalendar,
  by: DemoPerson,
  asset: string,
  { name, film, label }: { name: string; film: FilmKey; label: string },
) {
  const file = await uploadFilm(calendar, by, { name, asset, tags: ['screener'] }, film)
  await by.call(createPreview, { body: { asset, file, label } })
}

export const uploadExtra = (
  calendar: DemoCalendar,
  by: DemoPerson,
  asset: string,
  extra: ExtraFile,
) => {
  const { name, tags, embargo } = extra
  const file = { name, asset, tags, ...(embargo && { embargo: embargoOf(embargo) }) }
  return uploadFile(calendar, by, file, bytesOf(extra))
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
