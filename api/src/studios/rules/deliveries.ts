import type { DeliveryName } from '@reelay/subtitles/delivery'
import type { DeliveryRule, DeliveryUse } from '../contract.ts'

/** `isOwn`: a rule of the studio decided. */
export type ChosenDelivery = { use: DeliveryUse; profile: DeliveryName; isOwn: boolean }
type DeliveryOrder = { territory: string; language: string }

/** The delivery profile of a use: by the first rule of the studio that matches, or what is usual. */
export function deliveryFor(
  use: DeliveryUse,
  { territory, language }: DeliveryOrder,
  rules: readonly DeliveryRule[] = [],
): ChosenDelivery {
  const matches = (ruleValue: string | null | undefined, value: string) =>
    ruleValue === undefined || ruleValue === null || ruleValue === value
  const own = rules.find(
    (rule) =>
      matches(rule.use, use) &&
      matches(rule.territory, territory) &&
      matches(rule.language, language),
  )
  return own
    ? { use, profile: own.profile, isOwn: true }
    : { use, profile: USUAL[use]({ territory, language }), isOwn: false }
}

/** Where television has CEA-608 captions. */
const CEA_608 = new Set(['US', 'CA', 'PR'])

const USUAL: Record<DeliveryUse, (order: DeliveryOrder) => DeliveryName> = {
  Broadcast: ({ territory }) => (CEA_608.has(territory) ? 'scc-broadcast' : 'stl-open'),
  Online: () => 'plain-vtt',
  Theatrical: () => 'dcp-smpte',
  Dcp: () => 'dcp-smpte',
  Streamingfile: ({ language }) => (language === 'jpn' ? 'netflix-japanese' : 'netflix-ttml'),
}
