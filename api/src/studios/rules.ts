import type { View } from '../kernel/view.ts'
import { STANDARD } from '../subtitles/rules/profiles/profiles.ts'
import type { Studio, StudioSettings } from './contract.ts'

export const DEFAULT_SETTINGS: StudioSettings = {
  requireTwoFactor: false,
  leadTimeHours: 24,
  watermark: false,
  subtitleProfile: STANDARD,
  rateCard: { perMinute: '40.00', perUse: '25.00', languages: {} },
}

export type StoredStudio = Omit<Studio, '$links'>

export const presentStudio = (studio: StoredStudio, { host }: Pick<View, 'host'>): Studio => ({ ...studio, $links: { self: `//${host}/api/studios/${studio._id}` } })
