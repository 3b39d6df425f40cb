// What the delivery checks compare.
import type { PictureAnalysis, Probe, SoundAnalysis } from '../types.ts'
import type { TelevisionStandard } from './targets.ts'

/** What the analysis has found so far; null where it has not run. */
export type AnalyzedFile = {
  probe: Probe | null
  picture: PictureAnalysis | null
  sound: Omit<SoundAnalysis, 'peaks'> | null
  /** Detected from the content. */
  mime: string | null
  name: string
}
export type ProbedFile = AnalyzedFile & { probe: Probe }
export type OrderedUse = { use: string; detail: string | null }
/**
 * What the file was uploaded for. A material is a part of a version; a delivery or an offline is a
 * complete version.
 */
export type DeliveryContext = {
  as: 'delivery' | 'offline' | 'material'
  /** The ordered use that the bundle of the file is named after. */
  use: string | null
  /** Of the asset's type. */
  category: string
  orders: OrderedUse[]
  standard: TelevisionStandard | null
  original: Probe | null
}

export type DeliveryWarning = {
  code: string
  severity: 'warning' | 'error'
  message: string
  value?: string
  limit?: string
}
export type LintResult = { message: string; value?: string; limit?: string } | undefined
