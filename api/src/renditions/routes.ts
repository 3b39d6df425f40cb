import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Caller } from '../kernel/http/contract/caller.ts'
import type { Db } from '../kernel/db/connect.ts'
import type { App } from '../kernel/http/app.ts'
import { isSignedUrl } from '../kernel/http/auth/signed-link.ts'
import { sendChunks } from '../kernel/http/send-file.ts'
import { serve } from '../kernel/http/serve.ts'
import { Problem, conflict, notFound } from '../kernel/http/contract/problem.ts'
import type { Storage } from '../kernel/storage/storage.ts'
import type { ReplyContext } from '../kernel/http/contract/reply-context.ts'
import { recordEmbargoedView } from './commands/embargoed-views.ts'
import { waitForTraceable } from './commands/traceable.ts'
import { waitForWatermarked } from './commands/watermark.ts'
import type { playbackEndpoints } from './contract.ts'
import {
  findPart,
  findRendition,
  getPlayable,
  type RenditionPart,
  type PlayableRecord,
  type PlaybackRequest,
  type PlayableFile,
} from './queries/playable.ts'
import {
  TRACEABLE,
  WATERMARKED,
  masterPlaylist,
  mediaPlaylist,
  storyboardIndex,
  switchableVariants,
  type HlsMetadata,
  type HlsVariant,
} from '@reelay/media/playlist'
import { playbackProgress, unplayableReason } from './rules/playback.ts'
import type { RenditionName } from './rules/steps.ts'

type Call = {
  db: Db
  params: { id: string }
  person: Caller
  view: ReplyContext
  request: FastifyRequest
  reply: FastifyReply
}

type Endpoints = ReturnType<typeof playbackEndpoints>
/** Runs `send` with a signal that aborts when the caller may no longer have the file. */
export type PlaybackGuard = (
  call: { person: Caller; file: string },
  send: (signal: AbortSignal) => Promise<FastifyReply>,
) => Promise<FastifyReply>
type Tools = { storage: Storage; record: PlayableRecord; guard?: PlaybackGuard }
type Player = Tools & { endpoints: Endpoints }

/**
 * Binds the playback endpoints of one kind of record. With a guard, bytes that are being sent stop
 * when the access ends.
 */
export function playbackRoutes(app: App, endpoints: Endpoints, tools: Tools) {
  const player: Player = { ...tools, endpoints }

  serve(app, endpoints.content, (call) => sendContent(player, call))
  serve(app, endpoints.playlist, (call) => sendPlaylist(player, call, call.params.variant))
  serve(app, endpoints.segment, (call) =>
    sendNamedPart(player, call, {
      kind: 'hls',
      variant: call.params.variant,
      number: Number(call.params.number),
    }),
  )
  serve(app, endpoints.poster, (call) => sendPoster(player, call, [POSTER]))
  serve(app, endpoints.thumbnail, (call) => sendPoster(player, call, [THUMBNAIL, POSTER]))
  serve(app, endpoints.storyboard, (call) => sendStoryboard(player, call))
  serve(app, endpoints.sheet, (call) =>
    sendNamedPart(player, call, {
      kind: 'storyboard',
      variant: '',
      number: Number(call.params.number),
    }),
  )
  serve(app, endpoints.peaks, (call) =>
    sendNamedPart(player, call, { kind: 'peaks', variant: '', number: 0 }),
  )
}

const toRequest = ({ record }: Player, { params, person }: Call): PlaybackRequest => ({
  record,
  id: params.id,
  person,
})
/** Playing means the playlist, the image or the storyboard: not each segment. */
const recordPlay = (player: Player, call: Call) =>
  recordEmbargoedView(call.db, {
    ...toRequest(player, call),
    endpoint: player.endpoints.content,
    request: call.request,
  })
/** A signed link comes from a playlist, which was recorded. With a token, any part can be the first. */
const recordDirectPlay = async (player: Player, call: Call) => {
  if (!isSignedUrl(call.request.url)) await recordPlay(player, call)
}
const loadPlayable = (player: Player, call: Call) => getPlayable(call.db, toRequest(player, call))

async function sendContent(player: Player, call: Call) {
  await recordPlay(player, call)
  const load = () => loadPlayable(player, call)
  const playable = await load()
  const { playback, stills } = playable
  if (playback?.watermarks && playback.kind === 'video')
    return sendMaster(player, call, await waitForWatermarked(call.db, call.person._id, load))
  if (playable.traceable)
    return sendMaster(player, call, await waitForTraceable(call.db, call.person._id, load))
  if (playback?.kind !== 'image') return sendMaster(player, call, playable)
  const still = playback.watermarks ? stills[0] : stills.at(-1)
  return still ? sendPart(player, call, still) : rejectNotReady(playable)
}

function sendMaster({ endpoints }: Player, call: Call, playable: PlayableFile) {
  const variants = switchableVariants(playableVariants(playable))
  if (variants.length === 0) return rejectNotReady(playable)
  const sign = signer(call, playable.playback?.duration ?? 0)
  const playlist = masterPlaylist(variants, (variant) =>
    sign(playlistPath(endpoints, call, variant)),
  )
  return sendText(call, HLS_TYPE, playlist)
}

async function sendPlaylist(player: Player, call: Call, variant: string) {
  const name: RenditionName = { kind: 'hls', variant }
  const rendition = await findRendition(call.db, toRequest(player, call), name)
  if (!rendition?.segments.length) return rejectMissing(player, call)
  await recordPlay(player, call)
  const sign = signer(call, rendition.duration)
  const playlist = mediaPlaylist(rendition.segments, rendition.complete, (number) =>
    sign(`${playlistPath(player.endpoints, call, variant)}/${number}`),
  )
  return sendText(call, HLS_TYPE, playlist)
}

const playlistPath = ({ playlist }: Endpoints, { params }: Call, variant: string) =>
  playlist.path.replace(':id', params.id).replace(':variant', variant)

const POSTER = 0
/** Small films, and films from before thumbnails existed, have none. */
const THUMBNAIL = 1

/** Sends the first of these sizes that exists. */
async function sendPoster(player: Player, call: Call, sizes: readonly number[]) {
  await recordDirectPlay(player, call)
  for (const number of sizes) {
    const name = { kind: 'poster', variant: '', number } as const
    const poster = await findPart(call.db, toRequest(player, call), name)
    if (poster) return sendPart(player, call, poster)
  }
  // An image has no poster: its smallest size serves as one.
  const still = (await loadPlayable(player, call)).stills[0]
  return still ? sendPart(player, call, still) : rejectMissing(player, call)
}

async function sendStoryboard(player: Player, call: Call) {
  const name: RenditionName = { kind: 'storyboard', variant: '' }
  const rendition = await findRendition(call.db, toRequest(player, call), name)
  if (!rendition) return rejectMissing(player, call)
  await recordPlay(player, call)
  const sign = signer(call, rendition.duration)
  const path = player.endpoints.storyboard.path.replace(':id', call.params.id)
  const index = storyboardIndex(rendition.metadata.cells ?? [], (sheet) => sign(`${path}/${sheet}`))
  return sendText(call, 'text/vtt; charset=utf-8', index)
}

async function sendNamedPart(player: Player, call: Call, name: RenditionName & { number: number }) {
  const part = await findPart(call.db, toRequest(player, call), name)
  await recordDirectPlay(player, call)
  return part ? sendPart(player, call, part) : rejectMissing(player, call)
}

/** 404 for an unknown record or part, 409 while nothing is playable. */
async function rejectMissing(player: Player, call: Call): Promise<never> {
  const playable = await loadPlayable(player, call)
  if (playbackProgress(playable.playback).status === 'ready') throw notFound('rendition')
  return rejectNotReady(playable)
}

const HLS_TYPE = 'application/vnd.apple.mpegurl'

const sendText = ({ reply }: Call, type: string, text: string) => reply.type(type).send(text)

async function sendPart(
  { storage, guard }: Player,
  { person, request, reply }: Call,
  { file, key, length, mime }: RenditionPart,
) {
  reply.headers({ 'content-type': mime, 'content-length': length })
  // On HEAD, Fastify replaces Content-Length with the payload's length, except for a stream.
  if (request.method === 'HEAD') return reply.send(Readable.from([]))
  const bytes = storage.read(key, { start: 0, end: length - 1 })
  return guard
    ? guard({ person, file }, (signal) => sendChunks(reply, bytes, signal))
    : reply.send(bytes)
}

function playableVariants(playable: PlayableFile): HlsVariant[] {
  const { playback, traceable, watermarked, variants } = playable
  if (!(playback?.watermarks && playback.kind === 'video'))
    return traceable ? traceableVariants(traceable) : variants
  return watermarked?.begun && !watermarked.metadata.reason
    ? [{ variant: WATERMARKED, metadata: watermarked.metadata, complete: true }]
    : []
}

const traceableVariants = ({ metadata }: { metadata: HlsMetadata | null }): HlsVariant[] =>
  metadata ? [{ variant: TRACEABLE, metadata, complete: true }] : []

/**
 * Long enough to watch the film with pauses. Each request checks access again, so a long-lived
 * signature does not extend it.
 */
const signer =
  ({ view }: Call, duration: number) =>
  (path: string) =>
    view.sign(path, 300 + 3 * duration)

function rejectNotReady({ playback, watermarked, traceable }: PlayableFile): never {
  const { status, progress } = playbackProgress(playback)
  if (watermarked?.metadata.reason)
    throw conflict('preview.unavailable', watermarked.metadata.reason.message)
  if (status === 'none' || status === 'failed')
    throw conflict('preview.unavailable', unplayableReason(playback))
  const failure = playback?.steps.find(({ step }) => step === 'traceable')?.reason
  if (traceable && failure) throw conflict('preview.unavailable', failure.message)
  throw new Problem(
    409,
    'preview.processing',
    'This preview is still being processed. Try again in a moment.',
    { progress },
    { 'retry-after': '2' },
  )
}
