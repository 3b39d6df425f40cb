import type { FieldError } from '../kernel/http/contract/problem.ts'
import { callerIn, type Caller } from '../kernel/http/contract/caller.ts'
import type { ReplyContext } from '../kernel/http/contract/reply-context.ts'
import { isNetwork } from '../kernel/http/contract/ip-network.ts'
import { dayNumber } from '../kernel/http/contract/time-zone.ts'
import { DEFAULT_PROFILE } from '@reelay/subtitles/profiles'
import type { Reminders, Studio, StudioSettings } from './contract.ts'

export const DEFAULT_SETTINGS: StudioSettings = {
  requireTwoFactor: false,
  leadTimeHours: 24,
  watermark: false,
  subtitleProfile: DEFAULT_PROFILE,
  rateCard: { perMinute: '40.00', perUse: '25.00', languages: {} },
  currency: 'EUR',
  workingHours: { opens: '09:00', closes: '18:00' },
  holidays: [],
}

/** For studios that have not set their own. */
export const DEFAULT_REMINDERS: Reminders = {
  before: [24],
  after: [24],
  recipients: ['owner', 'vendor'],
}

const CURRENCIES = new Set(Intl.supportedValuesOf('currency'))

/** Validates what the schema cannot express. */
export function settingsErrors({
  workingHours,
  holidays,
  allowedNetworks,
  currency,
}: Partial<StudioSettings>): FieldError[] {
  return [
    ...(workingHours && workingHours.opens >= workingHours.closes
      ? [
          {
            pointer: '/settings/workingHours/closes',
            message: 'must be later than opens, on the same day',
          },
        ]
      : []),
    ...(currency === undefined || CURRENCIES.has(currency)
      ? []
      : [{ pointer: '/settings/currency', message: 'must be an ISO 4217 currency such as EUR' }]),
    ...(holidays ?? []).flatMap((day, index) =>
      dayNumber(day) !== undefined
        ? []
        : [{ pointer: `/settings/holidays/${index}`, message: `${day} is not a valid date` }],
    ),
    ...(allowedNetworks ?? []).flatMap((network, index) =>
      isNetwork(network)
        ? []
        : [
            {
              pointer: `/settings/allowedNetworks/${index}`,
              message: 'must be an IP address or a network such as 192.0.2.0/24',
            },
          ],
    ),
  ]
}

export type StoredStudio = Omit<Studio, '$links'>

/** Only managers see the rules of assignment: they name vendors. */
function visibleSettings({ _id, settings }: StoredStudio, person: Caller): StudioSettings {
  if (!settings.assignment || callerIn(person, _id).permissions.has('studio.manage'))
    return settings
  return { ...settings, assignment: { ...settings.assignment, rules: [] } }
}

export const presentStudio = (
  studio: StoredStudio,
  { host, person }: Pick<ReplyContext, 'host' | 'person'>,
): Studio => ({
  ...studio,
  settings: visibleSettings(studio, person),
  $links: { self: `//${host}/api/studios/${studio._id}` },
})
