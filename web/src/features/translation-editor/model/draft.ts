// What was typed over a line and is not yet the service's: kept with the line as it was when it was
// typed, so that what others did
// meanwhile can be told from what was done here.
import { type lines } from '@reelay/api/contract'
import { findMarkupError } from '@reelay/subtitles'

export type Line = lines.Line
export type Fields = Partial<
  Pick<
    Line,
    | 'text'
    | 'startTime'
    | 'stopTime'
    | 'alignment'
    | 'textAlign'
    | 'note'
    | 'name'
    | 'machine'
    | 'stale'
  >
>
type Field = keyof Fields

export type Draft = {
  line: string
  base: Line
  fields: Fields
  /** What of it is on its way. */
  sending?: Fields
  /** What was sent and never answered: the service may have it, and then it is nobody else's. */
  tried?: Fields
  /** The line as somebody else wrote it meanwhile, where that cannot be joined with this. */
  theirs?: Line
  /** Somebody removed the line. */
  gone?: true
  /** Why the service does not take it. */
  refused?: string
}

/** Where a text came from follows the text, so two who differ in it alone do not differ. */
const PROVENANCE: ReadonlySet<string> = new Set(['machine', 'stale'])
const LOOSE: Partial<Record<Field, unknown>> = {
  alignment: 'bottom',
  textAlign: 'center',
  note: '',
  name: '',
}

const valueOf = (line: Partial<Line>, field: Field): unknown => line[field] ?? LOOSE[field]
const names = (fields: Fields) => Object.keys(fields) as Field[]

/** Only what differs from `base`, or from what is on its way. */
export function typeOver(draft: Draft | undefined, base: Line, typed: Fields): Draft | undefined {
  const {
    fields = {},
    sending = {},
    refused: _refused,
    ...rest
  } = draft ?? { line: base._id, base }
  const all: Fields = { ...fields, ...typed }
  const from = draft?.base ?? base
  const changed = names(all).filter(
    (field) => field in sending || valueOf(all, field) !== valueOf(from, field),
  )
  const next = { ...rest, fields: pick(all, changed), ...(draft?.sending && { sending }) }
  return isSpent(next) ? undefined : next
}

/**
 * Laid over a newer state of its line: what only one side changed is taken from there; what both
 * did is for a person.
 */
export function rebase(draft: Draft, line: Line): Draft | undefined {
  const { theirs: _older, tried: _answered, ...rest } = draft
  const isOurs = (field: Field) =>
    [draft.sending, draft.tried].some(
      (sent) => sent && field in sent && valueOf(sent, field) === valueOf(line, field),
    )
  const left = names(draft.fields).filter(
    (field) => valueOf(draft.fields, field) !== valueOf(line, field),
  )
  const clash = left.some(
    (field) =>
      !PROVENANCE.has(field) &&
      valueOf(line, field) !== valueOf(draft.base, field) &&
      !isOurs(field),
  )
  if (clash) return { ...rest, theirs: line }
  const next = { ...rest, base: line, fields: pick(draft.fields, left) }
  return isSpent(next) ? undefined : next
}

export const keepMine = ({ theirs, ...draft }: Draft): Draft =>
  theirs ? { ...draft, base: theirs } : draft

/** What differed is theirs; what only this side changed stays. */
export function takeTheirs({ theirs, ...draft }: Draft): Draft | undefined {
  if (!theirs) return draft
  const mine = names(draft.fields).filter(
    (field) => valueOf(theirs, field) === valueOf(draft.base, field),
  )
  const next = { ...draft, base: theirs, fields: pick(draft.fields, mine) }
  return isSpent(next) ? undefined : next
}

/** Which fields two people changed to different things. */
export const clashOf = ({ base, fields, theirs }: Draft): Field[] =>
  theirs
    ? names(fields).filter(
        (field) =>
          valueOf(theirs, field) !== valueOf(base, field) &&
          valueOf(theirs, field) !== valueOf(fields, field),
      )
    : []

/** The line as it reads here. Who writes a text anew has looked at its source. */
export function laidOver(line: Line, { fields }: Draft): Line {
  const rewritten = fields.text !== undefined && fields.text !== line.text
  return {
    ...line,
    ...(rewritten && { machine: false, custom: true, auto: false, stale: false }),
    ...fields,
  }
}

/** Whether the service would take it: a text with a tag left open waits here until it is closed. */
export function isSendable({ base, fields, theirs, gone, sending, refused }: Draft): boolean {
  const { startTime, stopTime, text } = { ...base, ...fields }
  return (
    !theirs &&
    !gone &&
    !sending &&
    refused === undefined &&
    Object.keys(fields).length > 0 &&
    startTime < stopTime &&
    findMarkupError(text) === undefined
  )
}

const isSpent = ({ fields, sending }: Draft) => Object.keys(fields).length === 0 && !sending
const pick = (fields: Fields, wanted: readonly Field[]): Fields =>
  Object.fromEntries(wanted.map((field) => [field, fields[field]]))
