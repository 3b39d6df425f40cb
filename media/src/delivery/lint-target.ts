// Checks against the numbers of the ordered uses (`targets.ts`).
import type { Probe } from '../types.ts'
import { silence } from './lint-file.ts'
import type {
  DeliveryContext,
  AnalyzedFile,
  LintResult,
  OrderedUse,
  ProbedFile,
} from './lint-types.ts'
import { formatRate, framesPerSecond, isSameRate } from './lint-values.ts'
import {
  BROADCAST_RATES,
  CINEMA_RATES,
  FILM_RATES,
  loudnessOf,
  rastersOf,
  wantsProgressive,
  type TelevisionStandard,
} from './targets.ts'

export function frameRate(
  { probe }: { probe: Probe },
  { orders, standard, original }: DeliveryContext,
): LintResult {
  const rate = probe.video?.frameRate
  if (!rate || !(framesPerSecond(rate) > 0)) return undefined
  const originalRates = original?.video ? [original.video.frameRate] : []
  const accepted = ({ use }: OrderedUse) =>
    ({ Broadcast: broadcastRates(standard), Dcp: CINEMA_RATES })[use] ?? [
      ...FILM_RATES,
      ...broadcastRates(standard).slice(0, 1),
      ...originalRates,
    ]
  const unmet = orders.length
    ? findUnmet(orders, accepted, (limit) => isSameRate(limit, rate))
    : findUnmet(
        [{ use: 'the original', detail: null }],
        () => (originalRates.length ? originalRates : undefined),
        (limit) => isSameRate(limit, rate),
      )
  return (
    unmet && {
      message: `The frame rate is ${formatRate(rate)} fps; ${unmet.uses} requires ${either(unmet.limits.map(formatRate))}.`,
      value: rate,
      limit: unmet.limits.join(' '),
    }
  )
}

const broadcastRates = (standard: TelevisionStandard | null) =>
  possibleStandards(standard).flatMap((possible) => BROADCAST_RATES[possible])

export function raster(
  { probe }: { probe: Probe },
  { orders, standard }: DeliveryContext,
): LintResult {
  if (!probe.video) return undefined
  const { width, height } = probe.video
  const unmet = findUnmet(
    orders,
    ({ use, detail }) => rastersOf(use, detail, possibleStandards(standard)),
    (limit) => limit[0] === width && limit[1] === height,
  )
  if (!unmet) return undefined
  const sizes = unmet.limits.map(([wide, high]) => `${wide}×${high}`)
  return {
    message: `The picture is ${width}×${height}; ${unmet.uses} requires ${either(sizes)}.`,
    value: `${width}×${height}`,
    limit: sizes.join(' '),
  }
}

export function interlaced({ probe }: { probe: Probe }, { orders }: DeliveryContext): LintResult {
  if (probe.video?.scan !== 'interlaced') return undefined
  const unmet = findUnmet(
    orders,
    ({ use, detail }) => (wantsProgressive(use, detail) ? ['progressive'] : undefined),
    () => false,
  )
  return (
    unmet && {
      message: `The picture is interlaced; ${unmet.uses} requires progressive.`,
      value: 'interlaced',
      limit: 'progressive',
    }
  )
}

export function loudness(
  { sound, probe }: ProbedFile,
  { orders, standard }: DeliveryContext,
): LintResult {
  const measured = sound?.loudness?.integrated
  if (measured === undefined || silence({ sound, probe })) return undefined
  const unmet = findUnmet(
    orders,
    ({ use }) => loudnessOf(use, possibleStandards(standard)),
    ({ target, tolerance }) => Math.abs(toTenths(measured) - target) <= tolerance,
  )
  if (!unmet) return undefined
  const limits = unmet.limits.map(
    ({ target, tolerance, document }) => `${target} LUFS ± ${tolerance} (${document})`,
  )
  return {
    message: `The loudness is ${measured.toFixed(1)} LUFS; ${unmet.uses} requires ${either(limits)}.`,
    value: `${measured.toFixed(1)} LUFS`,
    limit: limits.join(', '),
  }
}

export function truePeak(
  { sound }: AnalyzedFile,
  { orders, standard }: DeliveryContext,
): LintResult {
  const measured = sound?.loudness?.truePeak
  if (measured === undefined) return undefined
  const unmet = findUnmet(
    orders,
    ({ use }) => loudnessOf(use, possibleStandards(standard)),
    (target) => toTenths(measured) <= target.truePeak,
  )
  if (!unmet) return undefined
  const limits = unmet.limits.map((limit) => `${limit.truePeak} dBTP (${limit.document})`)
  return {
    message: `The true peak is ${measured.toFixed(1)} dBTP; ${unmet.uses} allows at most ${either(limits)}.`,
    value: `${measured.toFixed(1)} dBTP`,
    limit: limits.join(', '),
  }
}

/**
 * The limits that the file breaks. Undefined where one ordered use is met or sets no limit: then
 * the file is the delivery for that use.
 */
function findUnmet<T>(
  orders: readonly OrderedUse[],
  limitsOf: (order: OrderedUse) => readonly T[] | undefined,
  meets: (limit: T) => boolean,
): { uses: string; limits: T[] } | undefined {
  const limits = orders.map(limitsOf)
  if (limits.length === 0 || limits.some((some) => !some || some.some(meets))) return undefined
  return {
    uses: either(orders.map(({ use, detail }) => (detail ? `${use} ${detail}` : use))),
    limits: limits
      .flatMap((some) => some!)
      .filter(
        (limit, index, all) =>
          all.findIndex((other) => JSON.stringify(other) === JSON.stringify(limit)) === index,
      ),
  }
}

/** Either standard is accepted for a territory whose standard is unknown. */
const possibleStandards = (standard: TelevisionStandard | null): readonly TelevisionStandard[] =>
  standard ? [standard] : ['PAL', 'NTSC']

/** Meters show tenths, so a hundredth over the limit passes. */
const toTenths = (level: number) => Math.round(level * 10) / 10

const either = (names: readonly string[]) => [...new Set(names)].join(' or ')
