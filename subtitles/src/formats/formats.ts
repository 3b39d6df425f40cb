import { ass } from './ass.ts'
import { csv } from './csv.ts'
import { dcp } from './dcp/dcp.ts'
import type { Format, FormatName } from './format.ts'
import { scc } from './scc/scc.ts'
import { srt } from './srt.ts'
import { stl } from './stl/stl.ts'
import { ttml } from './ttml/ttml.ts'
import { vtt } from './vtt.ts'
import { xlsx } from './xlsx.ts'

export const FORMATS: Record<FormatName, Format> = { srt, vtt, ttml, stl, scc, ass, dcp, csv, xlsx }
