import { Type, type Static } from 'typebox'
import { endpoint } from '../kernel/http/contract/endpoint.ts'
import {
  Few,
  Id,
  IdOrSlug,
  Nullable,
  Params,
  Partly,
  Removed,
  Seconds,
  Strict,
  Word,
} from '../kernel/http/contract/schema.ts'
import { FORMAT_NAMES } from '@reelay/subtitles/formats'
import { UserSummary } from '../users/contract.ts'

export const MOST_LINES = 20_000
const LARGEST_FILE = 16 * 1024 * 1024

const Timecode = Type.String({ pattern: '^\\d{2}:[0-5]\\d:[0-5]\\d,\\d{3}$' })
/** The longest of each, also for what comes in a file. */
export const LONGEST = { text: 2000, source: 2000, note: 2000, name: 200, still: 200 }
const Fragment = Type.String({ maxLength: LONGEST.text })
const Milliseconds = Type.Integer({ minimum: -360_000_000, maximum: 360_000_000 })
const Version = Type.Integer({ minimum: 1, maximum: 1e9 })

/** `name`, `budget` in characters, `note` and `still` belong to the items of a graphics list. */
const more = {
  alignment: Type.Optional(Word),
  textAlign: Type.Optional(Word),
  split: Type.Optional(Word),
  merged: Type.Optional(Word),
  range: Type.Optional(Few(Type.Number({ minimum: 0, maximum: 1e9 }), 10)),
  name: Type.Optional(Word),
  budget: Type.Optional(Type.Integer({ minimum: 0, maximum: 100_000 })),
  note: Type.Optional(Type.String({ maxLength: LONGEST.note })),
  still: Type.Optional(Word),
}
/**
 * `text` is an HTML fragment of i, b, u and br. `auto`: by the service; `machine`: from memory or
 * machine; `custom`: typed by a person.
 * `source` is the original's line, and `stale` says that it has changed since `text` was written.
 */
export const Line = Strict({
  _id: Id,
  number: Type.Integer({ minimum: 1, maximum: 1e6 }),
  text: Fragment,
  startTime: Timecode,
  stopTime: Timecode,
  auto: Type.Boolean(),
  custom: Type.Boolean(),
  machine: Type.Boolean(),
  source: Fragment,
  stale: Type.Boolean(),
  version: Version,
  ...more,
})
export type Line = Static<typeof Line>

const { _id: _own, number: _place, version: _count, ...written } = Line.properties
const Written = Strict({
  ...Partly(Strict(written)).properties,
  text: Fragment,
  startTime: Timecode,
  stopTime: Timecode,
})
const NewLine = Strict({
  ...Written.properties,
  _id: Type.Optional(Id),
  number: Line.properties.number,
  version: Type.Optional(Version),
})
export type WrittenLine = Static<typeof Written>
export type NewLine = Static<typeof NewLine>
/**
 * With `version` the change is of the line as it was then: what others changed since stays, and
 * what both changed is refused.
 */
const LineChange = Strict({
  ...Partly(Written).properties,
  _id: Type.Optional(Id),
  number: Type.Optional(Line.properties.number),
  version: Type.Optional(Version),
})
export type LineChange = Static<typeof LineChange>

/** The most lines that are changed with one `write`. */
export const MOST_WRITTEN = 500
/** `write` changes several lines at once, each as `change` does: all of them or none. */
const Edit = Type.Union([
  Strict({
    kind: Type.Literal('write'),
    lines: Type.Array(Strict({ ...LineChange.properties, _id: Id }), {
      minItems: 1,
      maxItems: MOST_WRITTEN,
    }),
  }),
  Strict({
    kind: Type.Literal('split'),
    line: Id,
    version: Type.Optional(Version),
    after: Type.Integer({ minimum: 1, maximum: 2000 }),
    at: Type.Optional(Timecode),
  }),
  Strict({
    kind: Type.Literal('merge'),
    lines: Type.Array(Id, { minItems: 2, maxItems: 10 }),
    with: Type.Optional(Type.Enum(['break', 'space'])),
  }),
  Strict({
    kind: Type.Literal('shift'),
    by: Milliseconds,
    lines: Type.Optional(Type.Array(Id, { minItems: 1, maxItems: MOST_LINES })),
    from: Type.Optional(Id),
  }),
  Strict({
    kind: Type.Literal('ripple'),
    line: Id,
    version: Type.Optional(Version),
    stopTime: Timecode,
  }),
])
export type Edit = Static<typeof Edit>

/** What a change left: every line that is new or another, and the ids of those that are gone. */
export const Changed = Strict({
  revision: Type.Integer(),
  lines: Type.Array(Line),
  removed: Type.Array(Id),
})
export type Changed = Static<typeof Changed>

export const DEEDS = [
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
] as const
export type Deed = (typeof DEEDS)[number]
export const Revision = Strict({
  number: Type.Integer(),
  user: UserSummary,
  deed: Type.Enum([...DEEDS]),
  added: Type.Integer(),
  changed: Type.Integer(),
  removed: Type.Integer(),
  date: Seconds,
})
export type Revision = Static<typeof Revision>

const Piece = Strict({ kind: Type.Enum(['same', 'new', 'gone']), text: Type.String() })
export type Piece = Static<typeof Piece>
export const Difference = Strict({
  line: Id,
  kind: Type.Enum(['added', 'removed', 'changed']),
  before: Nullable(Line),
  after: Nullable(Line),
  words: Type.Array(Piece),
})
export type Difference = Static<typeof Difference>

const Number = Type.String({ pattern: '^[0-9]{1,9}$' })
const OfLine = Strict({ id: IdOrSlug, line: Id })

/**
 * What came of a file: the lines that nothing came for stay, and are told, as are those that are
 * new.
 */
export const Imported = Strict({
  revision: Type.Integer(),
  read: Type.Integer(),
  matched: Type.Integer(),
  changed: Type.Integer(),
  added: Type.Array(Line),
  left: Type.Array(Line),
})
export type Imported = Static<typeof Imported>
const FormatName = Type.Enum([...FORMAT_NAMES])
const Bytes = Type.Unsafe<never>({ type: 'string', format: 'binary' })
/**
 * `into`: what the file's text is. `times`: whether lines move to where the file has them. `left`:
 * what becomes of lines that nothing came for. `dry`: only tell.
 */
const Importing = Strict({
  format: FormatName,
  ...Partly(
    Strict({
      into: Type.Enum(['text', 'source']),
      times: Type.Enum(['take', 'keep']),
      left: Type.Enum(['keep', 'remove']),
      dry: Type.Enum(['true', 'false']),
    }),
  ).properties,
})
export type Importing = Static<typeof Importing>

/** Whoever writes does so every few seconds, and each revision names them. */
const unaudited = 'the revisions of the lines say who wrote what'

/** The addresses under which a sheet is read and written: that of a translation, or of a script. */
export function sheetOf(
  at: '/translations' | '/scripts',
  noun: string,
  write: 'translation.write' | 'asset.write',
) {
  return {
    list: endpoint({
      method: 'GET',
      path: `${at}/:id/lines`,
      access: 'signed-in',
      summary: `Read all lines of ${noun}, as they are or as they were`,
      params: Params,
      query: Partly(Strict({ revision: Number })),
      reply: Type.Array(Line),
    }),
    put: endpoint({
      method: 'PUT',
      path: `${at}/:id/lines`,
      access: write,
      summary: `Replace all lines of ${noun}`,
      params: Params,
      body: Type.Array(NewLine, { maxItems: MOST_LINES }),
      reply: Type.Array(Line),
      limit: LARGEST_FILE,
      unaudited,
    }),
    add: endpoint({
      method: 'POST',
      path: `${at}/:id/lines`,
      access: write,
      summary: `Add a line to ${noun}; its time is its place`,
      params: Params,
      body: Written,
      of: Line,
      reply: Line,
      unaudited,
    }),
    change: endpoint({
      method: 'PUT',
      path: `${at}/:id/lines/:line`,
      access: write,
      summary: `Change one line of ${noun} while others write theirs`,
      params: OfLine,
      body: LineChange,
      reply: Line,
      unaudited,
    }),
    remove: endpoint({
      method: 'DELETE',
      path: `${at}/:id/lines/:line`,
      access: write,
      summary: `Remove a line of ${noun}`,
      params: OfLine,
      reply: Removed,
      unaudited,
    }),
    edit: endpoint({
      method: 'POST',
      path: `${at}/:id/edits`,
      access: write,
      summary: `Write, split, merge, shift or ripple lines of ${noun}`,
      params: Params,
      body: Edit,
      reply: Changed,
      unaudited,
    }),
    changes: endpoint({
      method: 'GET',
      path: `${at}/:id/changes`,
      access: 'signed-in',
      summary: `What became of the lines of ${noun} since a revision`,
      params: Params,
      query: Strict({ since: Number }),
      reply: Changed,
    }),
    revisions: endpoint({
      method: 'GET',
      path: `${at}/:id/revisions`,
      access: 'signed-in',
      summary: `Who changed ${noun}, and when, newest first`,
      list: true,
      params: Params,
      reply: Revision,
    }),
    differences: endpoint({
      method: 'GET',
      path: `${at}/:id/differences`,
      access: 'signed-in',
      summary: `What differs between two revisions of ${noun}`,
      params: Params,
      query: Strict({ from: Number, to: Type.Optional(Number) }),
      reply: Type.Array(Difference),
    }),
    export: endpoint({
      method: 'GET',
      path: `${at}/:id/export`,
      access: 'signed-in',
      summary: `${noun[0]!.toUpperCase()}${noun.slice(1)} as a file of the trade`,
      bytes: 'out',
      params: Params,
      query: Strict({ format: FormatName, of: Type.Optional(Type.Enum(['text', 'source'])) }),
      reply: Bytes,
    }),
    import: endpoint({
      method: 'POST',
      path: `${at}/:id/import`,
      access: write,
      summary: `Bring a file of the trade into ${noun}: lines are matched by their times`,
      bytes: 'in',
      params: Params,
      query: Importing,
      reply: Imported,
      limit: LARGEST_FILE,
      unaudited,
    }),
  }
}
