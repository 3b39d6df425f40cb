import { msToFrame, type FrameRate } from '@reelay/subtitles'
import { profileFor } from '@reelay/subtitles/profiles'
import { viewerOf } from '../../access/queries/visibility.ts'
import type { Compute } from '../../kernel/compute/compute.ts'
import type { Db } from '../../kernel/db/connect.ts'
import type { Attachment } from '../../kernel/http/attachment.ts'
import type { LineListOptions, ListFormat } from '../contract/lists.ts'
import { loadLineTexts } from '../queries/line-texts.ts'
import { loadOpenComments } from '../queries/open-comments.ts'
import { getVideoTiming } from '../queries/video-timing.ts'
import { clockOf } from '../rules/line-lists.ts'
import type { TextTrackInput } from './edit.ts'
import { offsetMs } from './import-export.ts'
import { writeListTask } from './tasks/tasks.ts'

const MIMES: Record<ListFormat, string> = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  pdf: 'application/pdf',
}
/** A PDF of 20,000 long lines takes 14 s. */
const SECONDS = 60

export async function exportList(
  { db, compute }: { db: Db; compute: Compute },
  { resolve, id, by, list, format, of = 'text', offset }: TextTrackInput & LineListOptions,
): Promise<Attachment> {
  const viewer = viewerOf(by)
  const { textTrack, asset, language, sourceLanguage } = await resolve(db, viewer, id)
  const { name, title, rate, timecode, profile } = await getVideoTiming(db, viewer, asset)
  const clock = {
    ...clockOf(offset ?? timecode, rate),
    ...(offset !== undefined && { firstFrame: msToFrame(offsetMs(offset, rate), rate) }),
  }
  const { lines, size } = await loadLineTexts(db, textTrack)
  const { style } = profileFor(profile, language, {})
  const heading = list === 'dialogue' ? 'Dialogue list' : 'Spotting list'
  const { bytes } = await compute.run(
    writeListTask,
    {
      lines,
      list,
      format,
      of: sourceLanguage === null ? 'text' : of,
      clock,
      counting: style,
      isTranslation: sourceLanguage !== null,
      comments: await loadOpenComments(db, viewer, textTrack),
      title: `${heading}: ${title}`,
      subtitle: [sourceLanguage, language, `${formatRate(rate)} fps`, `${lines.length} lines`]
        .filter(Boolean)
        .join(' · '),
      languages: { text: language, source: sourceLanguage ?? language },
    },
    // Fonts take too long for the calling thread.
    { client: by._id, seconds: SECONDS, ...(format === 'xlsx' && { size }) },
  )
  return {
    name: `${name}.${language || 'und'}.${list}.${format}`,
    mime: MIMES[format],
    bytes,
  }
}

const formatRate = ({ num, den }: FrameRate) => String(Math.round((num / den) * 1000) / 1000)
