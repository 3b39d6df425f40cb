import { ass } from './ass.ts'
import { csv } from './csv.ts'
import { dcp } from './dcp/dcp.ts'
import type { FrameRate } from '../cue.ts'
import { detectContent } from './extensions.ts'
import type { Format, FormatName, ReadableFormatName, Reader, ReadResult } from './format.ts'
import { mcc } from './mcc.ts'
import { microdvd } from './microdvd.ts'
import { pac } from './pac.ts'
import { sami } from './sami.ts'
import { sbv } from './sbv.ts'
import { scc } from './scc/scc.ts'
import { spruce } from './spruce.ts'
import { srt } from './srt.ts'
import { stl } from './stl/stl.ts'
import { ttml } from './ttml/ttml.ts'
import { vtt } from './vtt.ts'
import { xliff, xliff12 } from './xliff.ts'
import { xlsx } from './xlsx.ts'

/** For formats that count in frames: a file made for another frame rate belongs to another film. */
const withRateWarning = <R extends Reader>(reader: R): R => ({
  ...reader,
  read: (bytes, about) => addRateWarning(reader.read(bytes, about), about.rate),
})

function addRateWarning(result: ReadResult, film: FrameRate): ReadResult {
  if (!result.ok || !result.rate) return result
  const { num, den } = result.rate
  if (num * film.den === film.num * den) return result
  const lost = `The file is made for ${formatRate(result.rate)} fps, the film has ${formatRate(film)}`
  return { ...result, warnings: [{ code: 'frame-rate', cue: null, lost }, ...result.warnings] }
}

/** A file of another format is read as what it is. A strict reader refuses it with that name. */
const withDetection = <R extends Reader>(reader: R): R => ({
  ...reader,
  read(bytes, options) {
    const result = reader.read(bytes, options)
    const format = result.ok ? undefined : detectContent(bytes)
    if (result.ok || format === undefined || format === reader.name) return result
    const message = `The file is ${READERS[format].title}, not ${reader.title}`
    const fault = { code: 'other-format' as const, line: 1, column: 1 }
    const found = options.strict ? result : READERS[format].read(bytes, options)
    if (!found.ok) return { ok: false, errors: [{ ...fault, message }, ...found.errors] }
    const warning = { ...fault, cue: null, lost: `${message}; read as what it is` }
    return { ...found, format, warnings: [warning, ...found.warnings] }
  },
})

const formatRate = ({ num, den }: FrameRate) => String(Math.round((num / den) * 1000) / 1000)

export const FORMATS: Record<FormatName, Format> = {
  srt: withDetection(srt),
  vtt: withDetection(vtt),
  ttml: withDetection(withRateWarning(ttml)),
  stl: withDetection(withRateWarning(stl)),
  scc: withDetection(withRateWarning(scc)),
  ass: withDetection(ass),
  dcp: withDetection(withRateWarning(dcp)),
  csv: withDetection(csv),
  xlsx: withDetection(xlsx),
  xliff: withDetection(xliff),
  xliff12: withDetection(xliff12),
  sbv: withDetection(sbv),
  microdvd: withDetection(withRateWarning(microdvd)),
  sami: withDetection(sami),
  mcc: withDetection(withRateWarning(mcc)),
  spruce: withDetection(spruce),
}

export const READERS: Record<ReadableFormatName, Reader> = {
  ...FORMATS,
  pac: withDetection(pac),
}
