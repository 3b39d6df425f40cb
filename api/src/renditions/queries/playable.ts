// Finds what a record plays. Visibility is checked in the same statement, at the database's time,
// so a link that was given out earlier does not outlive the viewer's access.
import { viewerOf, type Viewer } from '../../access/queries/visibility.ts'
import type { Caller } from '../../kernel/http/contract/caller.ts'
import type { Db } from '../../kernel/db/connect.ts'
import { sql, type Sql } from '../../kernel/db/sql.ts'
import type { Storyboard } from '@reelay/media/types'
import { notFound } from '../../kernel/http/contract/problem.ts'
import {
  TRACEABLE,
  WATERMARKED,
  type HlsMetadata,
  type PlaylistSegment,
  type HlsVariant,
} from '@reelay/media/playlist'
import { CODE_BITS } from '@reelay/media/viewer-codes'
import { UNMARKED_PICTURES, type StoredPlayback } from '../rules/playback.ts'
import { TRACEABLE_NAMES, type RenditionName } from '../rules/steps.ts'
import { playbackWith, tracesFilms, watermarksFilms } from './playback.ts'

/** A kind of record that plays a file. `from` joins `file f` and `asset a`. */
export type PlayableRecord = {
  noun: string
  from: Sql
  sees: (viewer: Viewer, id: string) => Sql
  /** Whether the film needs the viewer's name, where that is not only up to the studio. */
  watermarks?: Sql
}
export type PlaybackRequest = { record: PlayableRecord; id: string; person: Caller }

export type RenditionPart = { file: string; key: string; length: number; mime: string }
export type PlayableFile = {
  file: string
  playback: StoredPlayback
  variants: HlsVariant[]
  /** Smallest first. */
  stills: RenditionPart[]
  /** Null unless the studio traces its films; its metadata is null until the film is encoded. */
  traceable: { metadata: HlsMetadata | null } | null
  watermarked: { metadata: HlsMetadata & WatermarkFailure; begun: boolean } | null
}
/** Why the watermarked rendition of a viewer could not be encoded. */
export type WatermarkFailure = { reason?: { code: string; message: string } }

const watermarksOf = ({ watermarks }: PlayableRecord): Sql => watermarks ?? watermarksFilms

/** Over `rendition r`: a watermarked film is reused for a day. */
const isFresh = sql`r.created_at > now() - interval '1 day'`

/** Over `file f`: the HLS variants that carry no watermark. */
const variants = sql`coalesce((
  select json_agg(json_build_object('variant', r.variant, 'metadata', r.metadata, 'complete', r.complete, 'segments', (
    select json_agg(p.duration order by p.number)
    from rendition_part p where p.studio_id = r.studio_id and p.rendition_id = r.id and p.number > 0
  )))
  from rendition r
  where r.studio_id = f.studio_id and r.file_id = f.id and r.kind = 'hls' and r.person_id is null
), '[]')`

/** Over `file f`: the sizes of a picture. */
const stills = sql`coalesce((
  select json_agg(
    json_build_object('file', f.id, 'key', p.key, 'length', p.length, 'mime', p.mime)
    order by p.number
  )
  from rendition r join rendition_part p on p.studio_id = r.studio_id and p.rendition_id = r.id
  where r.studio_id = f.studio_id and r.file_id = f.id and r.kind = 'image' and r.person_id is null
), '[]')`

/** Over `file f`: the film with this person's watermark. */
const watermarkedFor = (person: Caller) => sql`(
  select json_build_object('metadata', r.metadata, 'begun', exists (
    select from rendition_part p
      where p.studio_id = r.studio_id and p.rendition_id = r.id and p.number > 0
  ))
  from rendition r
  where r.studio_id = f.studio_id and r.file_id = f.id and r.kind = 'hls'
    and r.variant = ${WATERMARKED}
    and r.person_id = ${person._id} and ${isFresh}
)`

/** Over `file f`: the film with invisible marks. */
const traceable = sql`(
  select json_build_object('metadata', (
    select r.metadata from rendition r
    where r.studio_id = f.studio_id and r.file_id = f.id and r.kind = ${TRACEABLE_NAMES.a.kind}
      and r.variant = ${TRACEABLE_NAMES.a.variant} and r.person_id is null and r.complete
  ))
  from media m where m.studio_id = f.studio_id and m.file_id = f.id
    and m.probe ->> 'kind' = 'video' and ${tracesFilms}
)`

export async function getPlayable(
  db: Db,
  { record, id, person }: PlaybackRequest,
): Promise<PlayableFile> {
  const { rows } = await sql<PlayableFile>`
    select f.id as file, ${playbackWith(watermarksOf(record))} as playback, ${variants} as variants,
      ${stills} as stills, ${watermarkedFor(person)} as watermarked,
      ${traceable} as traceable
    from ${record.from} where ${record.sees(viewerOf(person), id)}`.execute(db)
  if (!rows[0]) throw notFound(record.noun)
  return rows[0]
}

export async function findPart(
  db: Db,
  request: PlaybackRequest,
  { number, ...name }: RenditionName & { number: number },
): Promise<RenditionPart | undefined> {
  const { rows } = await sql<RenditionPart>`
    select f.id as file, p.key, p.length, p.mime
    from ${joinRendition(request, name, number)}
      join rendition_part p
          on p.studio_id = r.studio_id and p.rendition_id = r.id and p.number = ${number}
    where ${isVisible(request)}`.execute(db)
  return rows[0]
}

export type StoredRendition = {
  metadata: HlsMetadata & Partial<Storyboard>
  complete: boolean
  duration: number
  segments: PlaylistSegment[]
}

export async function findRendition(
  db: Db,
  request: PlaybackRequest,
  name: RenditionName,
): Promise<StoredRendition | undefined> {
  const { rows } = await sql<StoredRendition>`
    select r.metadata, r.complete,
      coalesce((
        select (m.probe ->> 'duration')::float8 from media m
          where m.studio_id = f.studio_id and m.file_id = f.id
      ), 0) as duration,
      coalesce((
        select json_agg(
          json_build_object('number', p.number, 'duration', p.duration) order by p.number
        )
        from rendition_part p
          where p.studio_id = r.studio_id and p.rendition_id = r.id and p.number > 0
      ), '[]') as segments
    from ${joinRendition(request, name)} where ${isVisible(request)}`.execute(db)
  return rows[0]
}

/**
 * Only its viewer gets a watermarked film. A studio that watermarks its films serves no film and no
 * picture without a watermark. One that traces its films serves no film without marks.
 */
function joinRendition(
  request: PlaybackRequest,
  { kind, variant }: RenditionName,
  number = 0,
): Sql {
  const { record, person } = request
  if (kind === 'hls' && variant === TRACEABLE) return joinTraceable(request, number)
  const isWatermarked = variant === WATERMARKED
  const needsNoWatermark = isWatermarked || !['hls', ...UNMARKED_PICTURES].includes(kind)
  return sql`${record.from} join rendition r
    on r.studio_id = f.studio_id and r.file_id = f.id and r.kind = ${kind} and r.variant = ${variant}
    and r.person_id is not distinct from ${isWatermarked ? person._id : null}
    and (
      ${needsNoWatermark} or not (${watermarksOf(record)} or ${kind === 'hls'} and ${tracesFilms})
      or (select m.probe ->> 'kind' from media m
        where m.studio_id = f.studio_id and m.file_id = f.id) <> 'video'
    )`
}

/**
 * The viewer's code decides between the two variants of a segment. A viewer cannot ask for one of
 * them, and without a code there is no film. The initialization segments are equal.
 */
function joinTraceable({ record, person }: PlaybackRequest, number: number): Sql {
  const { a, b } = TRACEABLE_NAMES
  return sql`${record.from}
    join trace_code c
        on c.studio_id = f.studio_id and c.file_id = f.id and c.person_id = ${person._id}
    join rendition r
        on r.studio_id = f.studio_id and r.file_id = f.id and r.kind = ${a.kind}
    and r.person_id is null
      and r.complete and not ${watermarksOf(record)} and r.variant =
        case when ${number}::int > 0 and get_bit(c.code, ${number % CODE_BITS}::bigint) = 1
        then ${b.variant} else ${a.variant} end`
}

const isVisible = ({ record, id, person }: PlaybackRequest): Sql =>
  record.sees(viewerOf(person), id)
