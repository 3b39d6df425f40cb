// Changed fields of a line that the server does not have yet. The draft keeps the line it was typed
// on (`base`), so that a merge can tell our changes from those of others.
import { type lines } from '@reelay/api/contract'
import { findMarkupError } from '@reelay/subtitles'

export type EditorLine = lines.Line
export type LineFields = Partial<
  Pick<
    EditorLine,
    | 'text'
    | 'startTime'
    | 'stopTime'
    | 'alignment'
    | 'textAlign'
    | 'note'
    | 'name'
    | 'machine'
    | 'stale'
    | 'speaker'
    | 'kind'
  >
> &
  Removable
/** Null removes the field. */
type Removable = { [F in 'x' | 'y' | 'writingMode' | 'direction']?: EditorLine[F] | null }
type Field = keyof LineFields

export type EditorLineDraft = {
  line: string
  base: EditorLine
  fields: LineFields
  /** The fields of the request that is under way. */
  sending?: LineFields
  /** Sent without a reply: if the server has these values, they are ours, not somebody else's. */
  tried?: LineFields
  /** The line as somebody else changed it, if the two changes conflict. */
  theirs?: EditorLine
  /** Somebody else removed the line. */
  removed?: true
  /** Why the server rejects it. */
  rejected?: string
}

/** These follow the text, so a difference in them alone is no conflict. */
const PROVENANCE: ReadonlySet<string> = new Set(['machine', 'stale'])
const DEFAULTS: Partial<Record<Field, unknown>> = {
  alignment: 'bottom',
  textAlign: 'center',
  note: '',
  name: '',
  speaker: '',
  kind: 'dialogue',
}

const valueOf = (line: LineFields, field: Field): unknown => line[field] ?? DEFAULTS[field]
const names = (fields: LineFields) => Object.keys(fields) as Field[]

/** Keeps only fields that differ from `base` or are being sent. */
export function applyFields(
  draft: EditorLineDraft | undefined,
  base: EditorLine,
  changes: LineFields,
): EditorLineDraft | undefined {
  const {
    fields = {},
    sending = {},
    rejected: _rejected,
    ...rest
  } = draft ?? { line: base._id, base }
  const all: LineFields = { ...fields, ...changes }
  const from = draft?.base ?? base
  const changed = names(all).filter(
    (field) => field in sending || valueOf(all, field) !== valueOf(from, field),
  )
  const next = { ...rest, fields: pick(all, changed), ...(draft?.sending && { sending }) }
  return isEmpty(next) ? undefined : next
}

/**
 * Moves the draft to a newer version of its line. Fields that only one side changed are merged;
 * fields that both changed are a conflict for the person to resolve.
 */
export function rebase(draft: EditorLineDraft, line: EditorLine): EditorLineDraft | undefined {
  const { theirs: _theirs, tried: _tried, ...rest } = draft
  const isOurs = (field: Field) =>
    [draft.sending, draft.tried].some(
      (sent) => sent && field in sent && valueOf(sent, field) === valueOf(line, field),
    )
  const remaining = names(draft.fields).filter(
    (field) => valueOf(draft.fields, field) !== valueOf(line, field),
  )
  const hasConflict = remaining.some(
    (field) =>
      !PROVENANCE.has(field) &&
      valueOf(line, field) !== valueOf(draft.base, field) &&
      !isOurs(field),
  )
  if (hasConflict) return { ...rest, theirs: line }
  const next = { ...rest, base: line, fields: pick(draft.fields, remaining) }
  return isEmpty(next) ? undefined : next
}

export const keepMine = ({ theirs, ...draft }: EditorLineDraft): EditorLineDraft =>
  theirs ? { ...draft, base: theirs } : draft

/** Takes their values where both changed a field, and keeps what only we changed. */
export function takeTheirs({ theirs, ...draft }: EditorLineDraft): EditorLineDraft | undefined {
  if (!theirs) return draft
  const mine = names(draft.fields).filter(
    (field) => valueOf(theirs, field) === valueOf(draft.base, field),
  )
  const next = { ...draft, base: theirs, fields: pick(draft.fields, mine) }
  return isEmpty(next) ? undefined : next
}

/** The fields that two people changed to different values. */
export const conflictingFields = ({ base, fields, theirs }: EditorLineDraft): Field[] =>
  theirs
    ? names(fields).filter(
        (field) =>
          valueOf(theirs, field) !== valueOf(base, field) &&
          valueOf(theirs, field) !== valueOf(fields, field),
      )
    : []

/** A machine drafted the text, and nobody has confirmed it. */
export const isUnconfirmed = ({ machine, text }: Pick<EditorLine, 'machine' | 'text'>): boolean =>
  machine && text !== ''

/** The line with the draft applied. A rewritten text is no longer stale. */
export function applyDraft(line: EditorLine, { fields }: EditorLineDraft): EditorLine {
  const isRewritten = fields.text !== undefined && fields.text !== line.text
  const all = {
    ...line,
    ...(isRewritten && { machine: false, custom: true, auto: false, stale: false }),
    ...fields,
  }
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== null)) as EditorLine
}

/** A text with an unclosed tag is not sent until the tag is closed. */
export function isSendable({
  base,
  fields,
  theirs,
  removed,
  sending,
  rejected,
}: EditorLineDraft): boolean {
  const { startTime, stopTime, text } = { ...base, ...fields }
  return (
    !theirs &&
    !removed &&
    !sending &&
    rejected === undefined &&
    Object.keys(fields).length > 0 &&
    startTime < stopTime &&
    findMarkupError(text) === undefined
  )
}

const isEmpty = ({ fields, sending }: EditorLineDraft) =>
  Object.keys(fields).length === 0 && !sending
const pick = (fields: LineFields, wanted: readonly Field[]): LineFields =>
  Object.fromEntries(wanted.map((field) => [field, fields[field]]))
