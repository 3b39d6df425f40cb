import { Type, type Static } from 'typebox'
import { endpoint } from '../kernel/http/contract/endpoint.ts'
import {
  BoundedArray,
  Id,
  IdOrSlug,
  Nullable,
  IdParams,
  StrictPartial,
  Removed,
  Seconds,
  StrictObject,
  ShortText,
} from '../kernel/http/contract/schema.ts'
import { UserSummary } from '../users/contract.ts'
import {
  exportEndpoints,
  ExportCheck,
  ExportWarning,
  IMPORT_MODES,
  ImportOptions,
  ImportWarning,
  LineExportOptions,
  type ImportMode,
} from './contract/files.ts'
import { lineListEndpoint } from './contract/lists.ts'
import { layoutFields, removableLayoutFields } from './contract/layout.ts'

export { ExportCheck, ExportWarning, IMPORT_MODES, ImportOptions, ImportWarning, LineExportOptions }
export type { ImportMode }
export { LINE_LISTS, LIST_FORMATS, type LineList, type ListFormat } from './contract/lists.ts'

export const MAX_LINES = 20_000
const MAX_FILE_BYTES = 16 * 1024 * 1024

const Timecode = Type.String({
  pattern: '^\\d{2}:[0-5]\\d:[0-5]\\d,\\d{3}$',
  expects: 'a time such as 00:01:02,500',
})
/** Maximum lengths, which also apply to imported files. */
export const MAX_LENGTHS = {
  text: 2000,
  source: 2000,
  note: 2000,
  name: 200,
  still: 200,
  speaker: 200,
}
const Markup = Type.String({ maxLength: MAX_LENGTHS.text })
const Milliseconds = Type.Integer({ minimum: -360_000_000, maximum: 360_000_000 })
const Version = Type.Integer({ minimum: 1, maximum: 1e9 })

/** `name`, `budget` (in characters), `note` and `still` belong to items of a graphics list. */
const optionalFields = {
  alignment: Type.Optional(ShortText),
  textAlign: Type.Optional(ShortText),
  split: Type.Optional(ShortText),
  merged: Type.Optional(ShortText),
  range: Type.Optional(BoundedArray(Type.Number({ minimum: 0, maximum: 1e9 }), 10)),
  name: Type.Optional(ShortText),
  budget: Type.Optional(Type.Integer({ minimum: 0, maximum: 100_000 })),
  note: Type.Optional(Type.String({ maxLength: MAX_LENGTHS.note })),
  still: Type.Optional(ShortText),
  ...layoutFields,
}
/**
 * `text` is an HTML fragment of i, b, u, br, em (emphasis marks), tcy (upright digits in vertical
 * text), c with a colour as in `<c #ffff00>`, and ruby with rt. `auto`: created by the service;
 * `machine`: from the translation memory or a machine, and not confirmed by a person; `custom`: typed
 * or confirmed by a person. `source` is the
 * original text, and `stale` means that it changed after `text` was written.
 */
export const Line = StrictObject({
  _id: Id,
  number: Type.Integer({ minimum: 1, maximum: 1e6 }),
  text: Markup,
  startTime: Timecode,
  stopTime: Timecode,
  auto: Type.Boolean(),
  custom: Type.Boolean(),
  machine: Type.Boolean(),
  source: Markup,
  stale: Type.Boolean(),
  version: Version,
  ...optionalFields,
})
export type Line = Static<typeof Line>

const { _id: _own, number: _place, version: _count, ...written } = Line.properties
const LineInput = StrictObject({
  ...StrictPartial(StrictObject(written)).properties,
  ...removableLayoutFields,
  text: Markup,
  startTime: Timecode,
  stopTime: Timecode,
})
const NewLine = StrictObject({
  ...LineInput.properties,
  _id: Type.Optional(Id),
  number: Line.properties.number,
  version: Type.Optional(Version),
})
/** All lines of a text track, in order of time. */
export const NewLines = Type.Array(NewLine, { maxItems: MAX_LINES })
export type LineInput = Static<typeof LineInput>
export type NewLine = Static<typeof NewLine>
/**
 * With `version`, the change applies to that version of the line. Later changes to other fields are
 * kept; a conflict in the same field is rejected.
 */
const LineChange = StrictObject({
  ...StrictPartial(LineInput).properties,
  _id: Type.Optional(Id),
  number: Type.Optional(Line.properties.number),
  version: Type.Optional(Version),
})
export type LineChange = Static<typeof LineChange>

/** The maximum number of lines in one `write`. */
export const MAX_LINES_PER_WRITE = 500
/** `write` changes several lines at once, as `change` does: all of them or none. */
const LineEdit = Type.Union([
  StrictObject({
    kind: Type.Literal('write'),
    lines: Type.Array(StrictObject({ ...LineChange.properties, _id: Id }), {
      minItems: 1,
      maxItems: MAX_LINES_PER_WRITE,
    }),
  }),
  StrictObject({
    kind: Type.Literal('split'),
    line: Id,
    version: Type.Optional(Version),
    after: Type.Integer({ minimum: 1, maximum: 2000 }),
    at: Type.Optional(Timecode),
  }),
  StrictObject({
    kind: Type.Literal('merge'),
    lines: Type.Array(Id, { minItems: 2, maxItems: 10 }),
    with: Type.Optional(Type.Enum(['break', 'space'])),
  }),
  StrictObject({
    kind: Type.Literal('shift'),
    by: Milliseconds,
    lines: Type.Optional(Type.Array(Id, { minItems: 1, maxItems: MAX_LINES })),
    from: Type.Optional(Id),
  }),
  StrictObject({
    kind: Type.Literal('ripple'),
    line: Id,
    version: Type.Optional(Version),
    stopTime: Timecode,
  }),
])
export type LineEdit = Static<typeof LineEdit>

/** The lines that are new or changed, and the ids of removed lines. */
export const EditResult = StrictObject({
  revision: Type.Integer(),
  lines: Type.Array(Line),
  removed: Type.Array(Id),
})
export type EditResult = Static<typeof EditResult>

export const REVISION_ACTIONS = [
  'written',
  'added',
  'changed',
  'removed',
  'split',
  'merged',
  'shifted',
  'rippled',
  'imported',
  'fixed',
  'begun',
  'followed',
  'conformed',
  'drafted',
] as const
export type RevisionAction = (typeof REVISION_ACTIONS)[number]
export const Revision = StrictObject({
  number: Type.Integer(),
  user: UserSummary,
  deed: Type.Enum([...REVISION_ACTIONS]),
  added: Type.Integer(),
  changed: Type.Integer(),
  removed: Type.Integer(),
  date: Seconds,
})
export type Revision = Static<typeof Revision>

const DiffPiece = StrictObject({ kind: Type.Enum(['same', 'new', 'gone']), text: Type.String() })
export type DiffPiece = Static<typeof DiffPiece>
export const LineDiff = StrictObject({
  line: Id,
  kind: Type.Enum(['added', 'removed', 'changed']),
  before: Nullable(Line),
  after: Nullable(Line),
  words: Type.Array(DiffPiece),
})
export type LineDiff = Static<typeof LineDiff>

const RevisionNumber = Type.String({
  pattern: '^[0-9]{1,9}$',
  expects: 'the number of a revision',
})
const LineParams = StrictObject({ id: IdOrSlug, line: Id })

/** How many lines of the result a preview shows. */
export const MAX_PREVIEW_LINES = 100
/**
 * Current lines without a match in the file are listed in `left`, and new lines in `added`. `lines`
 * is how many there are after the import, and `result` has the first ones. `warnings` lists what the
 * import drops or repairs; a dry run shows it first.
 */
export const ImportResult = StrictObject({
  revision: Type.Integer(),
  read: Type.Integer(),
  matched: Type.Integer(),
  changed: Type.Integer(),
  removed: Type.Integer(),
  lines: Type.Integer(),
  result: Type.Array(Line),
  added: Type.Array(Line),
  left: Type.Array(Line),
  warnings: Type.Array(ImportWarning),
})
export type ImportResult = Static<typeof ImportResult>
/** Editors save every few seconds, and each revision names its author. */
const unaudited = 'revisions record who changed which lines'

/** The endpoints of a text track, under the path of translations or scripts. */
export function textTrackEndpoints(
  base: '/translations' | '/scripts',
  noun: string,
  write: 'translation.write' | 'asset.write',
) {
  return {
    list: endpoint({
      method: 'GET',
      path: `${base}/:id/lines`,
      access: 'signed-in',
      summary: `Read all lines of ${noun}, now or at a revision`,
      params: IdParams,
      query: StrictPartial(StrictObject({ revision: RevisionNumber })),
      reply: Type.Array(Line),
    }),
    put: endpoint({
      method: 'PUT',
      path: `${base}/:id/lines`,
      access: write,
      summary: `Replace all lines of ${noun}`,
      params: IdParams,
      body: NewLines,
      reply: Type.Array(Line),
      limit: MAX_FILE_BYTES,
      largeBody: true,
      load: 'import',
      unaudited,
    }),
    add: endpoint({
      method: 'POST',
      path: `${base}/:id/lines`,
      access: write,
      summary: `Add a line to ${noun}; its start time decides its position`,
      params: IdParams,
      body: LineInput,
      record: Line,
      reply: Line,
      unaudited,
    }),
    change: endpoint({
      method: 'PUT',
      path: `${base}/:id/lines/:line`,
      access: write,
      summary: `Change one line of ${noun}`,
      params: LineParams,
      body: LineChange,
      reply: Line,
      unaudited,
    }),
    remove: endpoint({
      method: 'DELETE',
      path: `${base}/:id/lines/:line`,
      access: write,
      summary: `Remove a line of ${noun}`,
      params: LineParams,
      reply: Removed,
      unaudited,
    }),
    edit: endpoint({
      method: 'POST',
      path: `${base}/:id/edits`,
      access: write,
      summary: `Write, split, merge, shift or ripple lines of ${noun}`,
      params: IdParams,
      body: LineEdit,
      reply: EditResult,
      unaudited,
    }),
    changes: endpoint({
      method: 'GET',
      path: `${base}/:id/changes`,
      access: 'signed-in',
      summary: `List the changed lines of ${noun} since a revision`,
      params: IdParams,
      query: StrictObject({ since: RevisionNumber }),
      reply: EditResult,
    }),
    revisions: endpoint({
      method: 'GET',
      path: `${base}/:id/revisions`,
      access: 'signed-in',
      summary: `List the revisions of ${noun}, newest first`,
      list: true,
      params: IdParams,
      reply: Revision,
    }),
    differences: endpoint({
      method: 'GET',
      path: `${base}/:id/differences`,
      access: 'signed-in',
      summary: `Compare two revisions of ${noun}`,
      params: IdParams,
      query: StrictObject({ from: RevisionNumber, to: Type.Optional(RevisionNumber) }),
      reply: Type.Array(LineDiff),
    }),
    ...exportEndpoints(base, noun),
    exportList: lineListEndpoint(base, noun),
    import: endpoint({
      method: 'POST',
      path: `${base}/:id/import`,
      access: write,
      load: 'import',
      summary: `Import a subtitle file into ${noun}; lines are matched by their times`,
      bytes: 'in',
      params: IdParams,
      query: ImportOptions,
      reply: ImportResult,
      limit: MAX_FILE_BYTES,
      unaudited,
    }),
  }
}
