import { frameToMs, msToFrame, type Cue, type FrameRate } from '../cue.ts'
import { countCharacters, VERTICAL_CHARACTERS } from '../checks/measure.ts'
import { reduceCues } from '../formats/features.ts'
import type { FileInfo, FileWarning, WriteResult } from '../formats/format.ts'
import { parseOffset, shiftCues } from '../formats/offset.ts'
import { cuePosition } from '../formats/position.ts'
import { limitWarnings, MAX_ERRORS } from '../formats/report.ts'
import { plainText } from '../markup.ts'
import { codePoint, unsupportedCharacters } from '../checks/glyphs.ts'
import { languageOf } from '../profiles/languages.ts'
import { profileFor } from '../profiles/profiles.ts'
import type { DeliveryProfile } from './profiles.ts'

/** `cue` is null for the whole file. */
export type DeliveryError = { cue: number | null; message: string }
export type DeliveryResult =
  | Extract<WriteResult, { ok: true }>
  | { ok: false; errors: DeliveryError[] }

/** The time of the first frame in the file: what was asked for, or what the recipient expects. */
export const deliveryOffset = (profile: DeliveryProfile, film: FrameRate): number =>
  (profile.offset === null ? undefined : parseOffset(profile.offset, offsetRate(profile, film))) ??
  0

/** A film at another rate is refused before its offset matters. */
const offsetRate = ({ rates }: DeliveryProfile, film: FrameRate) =>
  rates?.length === 1 ? rates[0]! : film

/**
 * Checks the rules of the recipient, drops the styling that it does not allow, and writes the file.
 * The cues count from the first frame of the film; `info.offset` is where the file starts.
 */
export function deliver(
  film: readonly Cue[],
  profile: DeliveryProfile,
  filmInfo: FileInfo,
): DeliveryResult {
  const { cues, info, warnings } = conform(film, profile, filmInfo)
  const errors = [...findFileErrors(profile, info), ...findCueErrors(cues, profile, info)]
  if (errors.length > 0) return { ok: false, errors: errors.slice(0, MAX_ERRORS) }
  const placed = placeCues(cues, profile)
  const reduced = reduceCues(placed.cues, new Set(profile.allows))
  const written = profile.write(shiftCues(reduced.cues, info.offset ?? 0), info)
  return written.ok
    ? {
        ...written,
        warnings: limitWarnings([
          ...warnings,
          ...findGlyphs(cues, profile, info),
          ...placed.warnings,
          ...reduced.warnings,
          ...written.warnings,
        ]),
      }
    : written
}

const [FILM, CINEMA]: FrameRate[] = [
  { num: 24_000, den: 1001 },
  { num: 24, den: 1 },
]

function conform(
  cues: readonly Cue[],
  { conformsTo24 }: DeliveryProfile,
  info: FileInfo,
): { cues: readonly Cue[]; info: FileInfo; warnings: FileWarning[] } {
  const { num, den } = info.rate
  if (!conformsTo24 || num * FILM!.den !== FILM!.num * den) return { cues, info, warnings: [] }
  const toCinema = (time: number) => frameToMs(msToFrame(time, FILM!), CINEMA!)
  return {
    cues: cues.map((cue) => ({ ...cue, start: toCinema(cue.start), stop: toCinema(cue.stop) })),
    info: { ...info, rate: CINEMA! },
    warnings: [{ cue: null, lost: 'The speed of 23.976 fps: cinemas play these frames at 24 fps' }],
  }
}

function findFileErrors({ title, rates, languages }: DeliveryProfile, info: FileInfo) {
  const errors: DeliveryError[] = []
  const { num, den } = info.rate
  if (rates && !rates.some((rate) => rate.num * den === num * rate.den))
    errors.push({
      cue: null,
      message: `${title} allows films at ${rates.map(formatRate).join(', ')} fps; this film has ${formatRate(info.rate)}`,
    })
  if (languages && !languages.includes(info.language))
    errors.push({ cue: null, message: `${title} is for ${languages.join(', ')} only` })
  return errors
}

const formatRate = ({ num, den }: FrameRate) => String(Math.round((num / den) * 1000) / 1000)

function findCueErrors(
  cues: readonly Cue[],
  profile: DeliveryProfile,
  { language, rate }: FileInfo,
): DeliveryError[] {
  const errors: DeliveryError[] = []
  const { counting, most } = charactersOf(profile, language)
  const starts = cues
    .map((cue, index) => ({ cue, index }))
    .toSorted((one, other) => one.cue.start - other.cue.start)
  let latest = -Infinity
  for (const { cue, index } of starts) {
    if (errors.length >= MAX_ERRORS) break
    const rows = plainText(cue.text).split('\n')
    if (rows.length > profile.maxRows)
      errors.push({
        cue: index,
        message: `has ${rows.length} rows; the limit is ${profile.maxRows}`,
      })
    const longest = Math.max(...rows.map((row) => countCharacters(row, counting)))
    const limit = most(cue)
    if (limit !== undefined && longest > limit)
      errors.push({
        cue: index,
        message: `has a row of ${longest} characters; the limit is ${limit}`,
      })
    if (!profile.allowsOverlap && msToFrame(cue.start, rate) < latest)
      errors.push({ cue: index, message: 'starts before another one ends' })
    latest = Math.max(latest, msToFrame(cue.stop, rate))
  }
  return errors.toSorted((one, other) => (one.cue ?? 0) - (other.cue ?? 0))
}

/** Characters that the recipient does not list for the language. Its players may not show them. */
function findGlyphs(
  cues: readonly Cue[],
  profile: DeliveryProfile,
  { language }: FileInfo,
): FileWarning[] {
  const { style } = profileFor(checkProfileOf(profile), language)
  const unlisted = unsupportedCharacters(style, languageOf(language))
  return cues.flatMap(({ text }, cue) => {
    const found = unlisted.exec(plainText(text).replaceAll('\n', ''))?.[0]
    return found === undefined
      ? []
      : [{ cue, lost: `${codePoint(found)} may not be shown: the profile does not list it` }]
  })
}

const checkProfileOf = ({ maxCharacters }: DeliveryProfile) =>
  typeof maxCharacters === 'string' ? maxCharacters : 'standard'

/** How characters count in the language, and how many a row may have. */
function charactersOf(profile: DeliveryProfile, language: string) {
  const { maxCharacters } = profile
  const { limits, style } = profileFor(checkProfileOf(profile), language)
  const horizontal = typeof maxCharacters === 'number' ? maxCharacters : limits.charactersPerLine
  return {
    counting: style.counting,
    most: ({ writingMode }: Cue): number | undefined =>
      maxCharacters === null ? undefined : writingMode ? VERTICAL_CHARACTERS : horizontal,
  }
}

/** Cues at a position that the recipient does not allow go to the bottom. */
function placeCues(
  cues: readonly Cue[],
  { alignments }: DeliveryProfile,
): { cues: Cue[]; warnings: FileWarning[] } {
  const warnings: FileWarning[] = []
  const placed = cues.map((cue, index) => {
    const { alignment = 'bottom', ...rest } = cue
    if (alignments.includes(alignment)) return cue
    warnings.push({ cue: index, lost: `The position ${alignment}; the text is at the bottom` })
    return { ...rest, ...cuePosition(undefined, cue.textAlign) }
  })
  return { cues: placed, warnings }
}
