import { ass } from './ass.ts'
import { csv } from './csv.ts'
import type { Format, FormatName } from './format.ts'
import { srt } from './srt.ts'
import { vtt } from './vtt.ts'

export const FORMATS: Record<FormatName, Format> = { srt, vtt, ass, csv }
