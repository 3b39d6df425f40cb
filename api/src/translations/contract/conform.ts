// Moving a translation to a new cut of its film.
import { Type, type Static } from 'typebox'
import { endpoint } from '../../kernel/http/contract/endpoint.ts'
import {
  Id,
  IdParams,
  Nullable,
  StrictObject,
  StrictPartial,
} from '../../kernel/http/contract/schema.ts'
import { EditResult, Line } from '../../lines/contract.ts'

const MAX_LIST_CHARACTERS = 3 * 1024 * 1024
const CutList = Type.String({ minLength: 1, maxLength: MAX_LIST_CHARACTERS })
/** The timecode of the first frame. */
const StartTimecode = Type.String({
  pattern: '^\\d{2}:\\d{2}:\\d{2}[:;]\\d{2}$',
  expects: 'a timecode such as 01:00:00:00',
})
const Milliseconds = Type.Integer({ minimum: -360_000_000, maximum: 360_000_000 })
const FilmTime = Type.Integer({ minimum: 0, maximum: 360_000_000 })
const SyncPoint = StrictObject({ from: FilmTime, to: FilmTime })
export type ConformPoint = Static<typeof SyncPoint>

/** Frame rates between which lines are stretched. */
export const CONFORM_RATES = {
  '23.976': { num: 24_000, den: 1001 },
  '24': { num: 24, den: 1 },
  '25': { num: 25, den: 1 },
  '29.97': { num: 30_000, den: 1001 },
  '30': { num: 30, den: 1 },
} as const
export type ConformRate = keyof typeof CONFORM_RATES
const Rate = Type.Enum(Object.keys(CONFORM_RATES) as ConformRate[])

/**
 * `edl`, `otio`: a cut of which the old film is the only source; with `old`, the list of the old
 * cut, both may have any sources. `changes`: rows with old start, old stop, new start and new stop.
 * `start` is the timecode of the first frame of the new cut, `oldStart` that of the old film;
 * without them, both start at a full hour. Times are in milliseconds.
 */
const CUT_SOURCES = [
  StrictObject({
    kind: Type.Literal('edl'),
    text: CutList,
    ...StrictPartial(StrictObject({ old: CutList, start: StartTimecode, oldStart: StartTimecode }))
      .properties,
  }),
  StrictObject({ kind: Type.Literal('otio'), text: CutList, old: Type.Optional(CutList) }),
  StrictObject({
    kind: Type.Literal('changes'),
    text: CutList,
    ...StrictPartial(StrictObject({ start: StartTimecode, oldStart: StartTimecode })).properties,
  }),
  StrictObject({ kind: Type.Literal('stretch'), from: Rate, to: Rate }),
  StrictObject({
    kind: Type.Literal('points'),
    points: Type.Tuple([SyncPoint, SyncPoint]),
  }),
  StrictObject({ kind: Type.Literal('offset'), by: Milliseconds }),
] as const

/**
 * What says where the parts of the old film are in the new one. `films`: two previews of the asset,
 * which are compared. The others are those of `CUT_SOURCES`.
 */
export const ConformSource = Type.Union([
  StrictObject({ kind: Type.Literal('films'), from: Id, to: Id }),
  ...CUT_SOURCES,
])
export type ConformSource = Static<typeof ConformSource>
/** For two versions of an offline, which are known already. */
export const VersionConformSource = Type.Union([
  StrictObject({ kind: Type.Literal('films') }),
  ...CUT_SOURCES,
])
export type VersionConformSource = Static<typeof VersionConformSource>

/** The index of a proposed place, or what happens to the line instead. */
const ConformDecision = Type.Union([
  Type.Integer({ minimum: 0, maximum: 8 }),
  Type.Enum(['keep', 'remove']),
])
export type ConformDecision = Static<typeof ConformDecision>

/**
 * Without `apply`, nothing changes. `revision` is the one that the plan was made for: if the lines
 * changed since, nothing is applied. Flagged lines without a decision keep their times. Dropped
 * lines are removed unless `dropped` is `keep`; the revision before still has them.
 */
const ConformRequest = StrictObject({
  by: ConformSource,
  ...StrictPartial(
    StrictObject({
      apply: Type.Boolean(),
      revision: Type.Integer({ minimum: 0, maximum: 1e9 }),
      dropped: Type.Enum(['keep', 'remove']),
      decisions: Type.Record(Id, ConformDecision, { maxProperties: 20_000 }),
    }),
  ).properties,
})
export type ConformRequest = Static<typeof ConformRequest>

export const CONFORM_REASONS = [
  'several-places',
  'static',
  'speed',
  'replaced',
  'removed',
  'outside',
  'trimmed',
  'fragment',
  'unclear',
] as const

const { startTime, stopTime } = Line.properties
const Place = StrictObject({ startTime, stopTime })
export const ConformedLine = StrictObject({
  line: Id,
  number: Line.properties.number,
  text: Line.properties.text,
  source: Line.properties.source,
  startTime,
  stopTime,
  outcome: Type.Enum(['moved', 'split', 'dropped', 'flagged']),
  reason: Nullable(Type.Enum([...CONFORM_REASONS])),
  to: Type.Array(Place),
})
export type ConformedLine = Static<typeof ConformedLine>

/**
 * `analyzing`: the films are being compared; ask again. `matched` is the share of the old film that
 * was found in the new one. `applied` has the lines that changed.
 */
export const ConformResult = StrictObject({
  status: Type.Enum(['analyzing', 'ready']),
  progress: Type.Number(),
  revision: Type.Integer(),
  matched: Nullable(Type.Number()),
  counts: StrictObject({
    moved: Type.Integer(),
    split: Type.Integer(),
    dropped: Type.Integer(),
    flagged: Type.Integer(),
  }),
  lines: Type.Array(ConformedLine),
  applied: Nullable(EditResult),
})
export type ConformResult = Static<typeof ConformResult>

export const conformTranslation = endpoint({
  method: 'POST',
  path: '/translations/:id/conform',
  access: 'translation.write',
  load: 'import',
  summary: 'Move the lines of a translation to a new cut of its film, or preview that',
  params: IdParams,
  body: ConformRequest,
  reply: ConformResult,
  limit: 7 * 1024 * 1024,
})
