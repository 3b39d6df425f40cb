import { ass } from './ass.ts'
import { csv } from './csv.ts'
import type { Format } from './format.ts'
import { srt } from './srt.ts'
import { vtt } from './vtt.ts'

export const FORMATS: readonly Format[] = [srt, vtt, ass, csv]

export const findFormat = (name: string): Format | undefined => FORMATS.find((format) => format.name === name)
