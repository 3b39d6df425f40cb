// What a broadcaster would bounce, said to the vendor before anybody sends it. Codes are stable: a
// program may act on them.
import type { SoundFacts } from '../../files/contract.ts'
import type { Picture, Probe, Span } from '../../media/types.ts'
import type { Warning } from '../contract.ts'
import {
  BROADCAST_RATES,
  CINEMA_RATES,
  DRIFT,
  FILM_RATES,
  LONGEST_STILL,
  MOST_CLIPPED,
  loudnessOf,
  rastersOf,
  wantsProgressive,
  type Standard,
} from './targets.ts'

/** What was found in the bytes, as far as that has come. */
export type Facts = { probe: Probe | null; picture: Picture | null; sound: SoundFacts | null }
export type Order = { use: string; detail: string | null }
/**
 * What the file is brought for. A material is a part of a version, the others are the version
 * itself.
 */
export type Asked = {
  as: 'delivery' | 'offline' | 'material'
  orders: Order[]
  standard: Standard | null
  original: Probe | null
}

type Found = { message: string; value?: string; limit?: string } | undefined
type Check = { code: string; severity: Warning['severity'] }
type OfFile = Check & { find: (facts: Facts) => Found }
type OfOrder = Check & { find: (facts: Facts & { probe: Probe }, asked: Asked) => Found }

/** Wrong whatever the file is for. */
const ALWAYS: readonly OfFile[] = [
  { code: 'silent', severity: 'error', find: silence },
  { code: 'clipped', severity: 'warning', find: clipping },
  { code: 'black-head', severity: 'warning', find: blackHead },
  { code: 'black-tail', severity: 'warning', find: blackTail },
  { code: 'freeze', severity: 'warning', find: freeze },
]
/** Not what was ordered. */
const ORDERED: readonly OfOrder[] = [
  { code: 'frame-rate', severity: 'error', find: frameRate },
  { code: 'raster', severity: 'error', find: raster },
  { code: 'interlaced', severity: 'error', find: interlaced },
]
/** Asked of a whole version alone: a stem has its own level, and a title card its own length. */
const WHOLE: readonly OfOrder[] = [
  { code: 'no-picture', severity: 'error', find: noPicture },
  { code: 'no-sound', severity: 'error', find: noSound },
  { code: 'duration', severity: 'error', find: duration },
  { code: 'loudness', severity: 'warning', find: loudness },
  { code: 'true-peak', severity: 'warning', find: truePeak },
]

export function lint(facts: Facts, asked: Asked | null): Warning[] {
  const { probe } = facts
  if (!probe || probe.kind === 'image') return []
  const known = { ...facts, probe }
  return [
    ...(asked ? ORDERED.flatMap((check) => warn(check, check.find(known, asked))) : []),
    ...(asked && asked.as !== 'material'
      ? WHOLE.flatMap((check) => warn(check, check.find(known, asked)))
      : []),
    ...ALWAYS.flatMap((check) => warn(check, check.find(facts))),
  ]
}

const warn = ({ code, severity }: Check, found: Found): Warning[] =>
  found ? [{ code: `delivery.${code}`, severity, ...found }] : []

function frameRate({ probe }: { probe: Probe }, { orders, standard, original }: Asked): Found {
  const rate = probe.video?.frameRate
  if (!rate || !(value(rate) > 0)) return undefined
  const own = original?.video ? [original.video.frameRate] : []
  const rates = ({ use }: Order) =>
    ({ Broadcast: broadcastRates(standard), Dcp: CINEMA_RATES })[use] ?? [
      ...FILM_RATES,
      ...broadcastRates(standard).slice(0, 1),
      ...own,
    ]
  const missed = orders.length
    ? unmet(orders, rates, (wanted) => sameRate(wanted, rate))
    : unmet(
        [{ use: 'The original', detail: null }],
        () => (own.length ? own : undefined),
        (wanted) => sameRate(wanted, rate),
      )
  return (
    missed && {
      message: `It runs at ${frames(rate)} frames a second; ${missed.named} asks for ${choice(missed.demands.map(frames))}.`,
      value: rate,
      limit: missed.demands.join(' '),
    }
  )
}

const broadcastRates = (standard: Standard | null) =>
  standardsOf(standard).flatMap((one) => BROADCAST_RATES[one])

function raster({ probe }: { probe: Probe }, { orders, standard }: Asked): Found {
  if (!probe.video) return undefined
  const { width, height } = probe.video
  const missed = unmet(
    orders,
    ({ use, detail }) => rastersOf(use, detail, standardsOf(standard)),
    (wanted) => wanted[0] === width && wanted[1] === height,
  )
  const sizes = missed?.demands.map(([wide, high]) => `${wide}×${high}`)
  return (
    missed &&
    sizes && {
      message: `The picture is ${width}×${height}; ${missed.named} asks for ${choice(sizes)}.`,
      value: `${width}×${height}`,
      limit: sizes.join(' '),
    }
  )
}

function interlaced({ probe }: { probe: Probe }, { orders }: Asked): Found {
  if (probe.video?.scan !== 'interlaced') return undefined
  const missed = unmet(
    orders,
    ({ use, detail }) => (wantsProgressive(use, detail) ? ['progressive'] : undefined),
    () => false,
  )
  return (
    missed && {
      message: `The picture is interlaced; ${missed.named} asks for whole pictures.`,
      value: 'interlaced',
      limit: 'progressive',
    }
  )
}

function noPicture({ probe }: { probe: Probe }, { original }: Asked): Found {
  return !probe.video && (!original || original.video)
    ? { message: 'There is no picture in it, though a version with a picture was ordered.' }
    : undefined
}

function noSound({ probe }: { probe: Probe }, { original }: Asked): Found {
  return probe.audio.length === 0 && (!original || original.audio.length)
    ? { message: 'There is no sound track in it, though the version has sound.' }
    : undefined
}

function duration({ probe }: { probe: Probe }, { original }: Asked): Found {
  if (!probe.duration || !original?.duration) return undefined
  // Film shown at the rate of a standard runs faster, and that is no fault.
  const speed =
    probe.video && original.video
      ? value(original.video.frameRate) / value(probe.video.frameRate)
      : 1
  const off = Math.min(
    ...[1, ...(Math.abs(speed - 1) < 0.05 ? [speed] : [])].map((factor) =>
      Math.abs(probe.duration! - original.duration! * factor),
    ),
  )
  const limit = Math.max(DRIFT.seconds, original.duration * DRIFT.share)
  return off > limit
    ? {
        message: `It lasts ${seconds(probe.duration)}; the original lasts ${seconds(original.duration)}.`,
        value: seconds(probe.duration),
        limit: `${seconds(original.duration)} ± ${seconds(limit)}`,
      }
    : undefined
}

function loudness({ sound, probe }: Facts & { probe: Probe }, { orders, standard }: Asked): Found {
  const measured = sound?.loudness?.integrated
  if (measured === undefined || silence({ sound, probe })) return undefined
  const missed = unmet(
    orders,
    ({ use }) => loudnessOf(use, standardsOf(standard)),
    ({ target, tolerance }) => Math.abs(tenths(measured) - target) <= tolerance,
  )
  const wanted = missed?.demands.map(
    ({ target, tolerance, document }) => `${target} LUFS ± ${tolerance} (${document})`,
  )
  return (
    missed &&
    wanted && {
      message: `Its loudness is ${measured.toFixed(1)} LUFS; ${missed.named} asks for ${choice(wanted)}.`,
      value: `${measured.toFixed(1)} LUFS`,
      limit: wanted.join(', '),
    }
  )
}

function truePeak({ sound }: Facts, { orders, standard }: Asked): Found {
  const measured = sound?.loudness?.truePeak
  if (measured === undefined) return undefined
  const missed = unmet(
    orders,
    ({ use }) => loudnessOf(use, standardsOf(standard)),
    (wanted) => tenths(measured) <= wanted.truePeak,
  )
  const wanted = missed?.demands.map((limit) => `${limit.truePeak} dBTP (${limit.document})`)
  return (
    missed &&
    wanted && {
      message: `Its true peak is ${measured.toFixed(1)} dBTP; ${missed.named} asks for no more than ${choice(wanted)}.`,
      value: `${measured.toFixed(1)} dBTP`,
      limit: wanted.join(', '),
    }
  )
}

function silence({ probe, sound }: Pick<Facts, 'probe' | 'sound'>): Found {
  if (!sound || !probe?.audio.length || !probe.duration) return undefined
  // A track may be shorter than the film; then only the meter says that nothing was heard.
  const unheard =
    probe.duration - sum(sound.silent) < 0.5 || (sound.loudness === null && probe.duration >= 1)
  return unheard
    ? {
        message: 'Its sound track is silent from beginning to end.',
        value: seconds(probe.duration),
      }
    : undefined
}

function clipping({ sound }: Facts): Found {
  return sound && sound.clipped > MOST_CLIPPED
    ? {
        message: `Its sound is clipped: ${sound.clipped} samples stand at full scale in runs.`,
        value: `${sound.clipped} samples`,
        limit: `${MOST_CLIPPED} samples`,
      }
    : undefined
}

function blackHead({ picture }: Facts): Found {
  const head = joined(picture?.black ?? []).find(({ start }) => start < EDGE)
  return head && long(head)
    ? {
        message: `It is black for the first ${seconds(length(head))}.`,
        value: seconds(length(head)),
        limit: seconds(LONGEST_STILL),
      }
    : undefined
}

function blackTail({ picture, probe }: Facts): Found {
  const tail = probe?.duration
    ? joined(picture?.black ?? []).find(
        ({ start, end }) => end > probe.duration! - EDGE && start >= EDGE,
      )
    : undefined
  return tail && long(tail)
    ? {
        message: `It is black for the last ${seconds(length(tail))}.`,
        value: seconds(length(tail)),
        limit: seconds(LONGEST_STILL),
      }
    : undefined
}

/** Black stands still too, and is told of as black. */
function freeze({ picture }: Facts): Found {
  const seen = (span: Span) =>
    length(span) - sum(picture!.black.map((black) => shared(span, black)))
  const still = joined(picture?.frozen ?? []).filter((span) => seen(span) > LONGEST_STILL)
  const [first, ...others] = still
  return (
    first && {
      message: `The picture stands still from ${seconds(first.start)} to ${seconds(first.end)}${others.length ? `, and ${others.length === 1 ? 'once' : `${others.length} times`} more` : ''}.`,
      value: seconds(seen(first)),
      limit: seconds(LONGEST_STILL),
    }
  )
}

/**
 * What the orders ask for. Nothing where one of them is met or asks for nothing in this: then the
 * file is the delivery of that one.
 */
function unmet<T>(
  orders: readonly Order[],
  demandsOf: (order: Order) => readonly T[] | undefined,
  meets: (demand: T) => boolean,
): { named: string; demands: T[] } | undefined {
  const demands = orders.map(demandsOf)
  if (demands.length === 0 || demands.some((wanted) => !wanted || wanted.some(meets)))
    return undefined
  return {
    named: choice(orders.map(({ use, detail }) => (detail ? `${use} ${detail}` : use))),
    demands: demands
      .flatMap((wanted) => wanted!)
      .filter(
        (wanted, at, all) =>
          all.findIndex((other) => JSON.stringify(other) === JSON.stringify(wanted)) === at,
      ),
  }
}

/** An order to a territory we know nothing of may go by either. */
const standardsOf = (standard: Standard | null): readonly Standard[] =>
  standard ? [standard] : ['PAL', 'NTSC']
/** A span that begins or ends this close to an end of the file is at that end. */
const EDGE = 0.1
const long = (span: Span) => length(span) > LONGEST_STILL
const length = ({ start, end }: Span) => end - start
const sum = (spans: readonly Span[]) =>
  spans.reduce((total, span) => total + Math.max(0, length(span)), 0)
const shared = (one: Span, other: Span): Span => ({
  start: Math.max(one.start, other.start),
  end: Math.min(one.end, other.end),
})
/** A key frame in the middle looks to a detector like an end and a beginning. */
function joined(spans: readonly Span[]): Span[] {
  const whole: Span[] = []
  for (const { start, end } of spans) {
    const last = whole.at(-1)
    if (last && start - last.end < EDGE) last.end = end
    else whole.push({ start, end })
  }
  return whole
}
const seconds = (count: number) => `${count.toFixed(1)} s`
/** As meters show it: nobody is sent back over a hundredth. */
const tenths = (level: number) => Math.round(level * 10) / 10
const choice = (names: readonly string[]) => [...new Set(names)].join(' or ')

function terms(rate: string): [number, number] {
  const [over, under = 1] = rate.split('/').map(Number) as [number, number?]
  return [over, under]
}
const value = (rate: string) => terms(rate)[0] / terms(rate)[1]
const sameRate = (one: string, other: string) =>
  terms(one)[0] * terms(other)[1] === terms(other)[0] * terms(one)[1]
const frames = (rate: string) => String(Math.round(value(rate) * 1000) / 1000)
