import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Caller } from '../kernel/http/contract/caller.ts'
import type { App } from '../kernel/http/app.ts'
import { serve } from '../kernel/http/serve.ts'
import { Problem, conflict, notFound } from '../kernel/http/contract/problem.ts'
import type { Storage } from '../kernel/storage/storage.ts'
import type { View } from '../kernel/http/contract/view.ts'
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
  masterPlaylist,
  mediaPlaylist,
  storyboardIndex,
  type HlsVariant,
} from './rules/playlist.ts'
import { playbackProgress, unplayableReason } from './rules/playback.ts'
import { WATERMARKED, type RenditionName } from './rules/steps.ts'

type Call = {
  params: { id: string }
  person: Caller
  view: View
  request: FastifyRequest
  reply: FastifyReply
}

/** Binds the playback endpoints of one kind of record. */
export function playbackRoutes(
  app: App,
  endpoints: ReturnType<typeof playbackEndpoints>,
  { storage, record }: { storage: Storage; record: PlayableRecord },
) {
  const { db } = app
  const toRequest = ({ params, person }: Call): PlaybackRequest => ({
    record,
    id: params.id,
    person,
  })
  const load = (call: Call) => getPlayable(db, toRequest(call))
  const pathOf = (path: string, { params }: Call) => path.replace(':id', params.id)
  const playlistPath = (call: Call, variant: string) =>
    pathOf(endpoints.playlist.path, call).replace(':variant', variant)

  serve(app, endpoints.content, async (call) => {
    const playable = await load(call)
    const { playback, stills } = playable
    if (playback?.watermarks && playback.kind === 'video')
      return sendMaster(call, await waitForWatermarked(db, call.person._id, () => load(call)))
    if (playback?.kind !== 'image') return sendMaster(call, playable)
    const still = playback.watermarks ? stills[0] : stills.at(-1)
    return still ? sendPart(storage, call, still) : rejectNotReady(playable)
  })
  serve(app, endpoints.playlist, async (call) => {
    const { variant } = call.params
    const rendition = await findRendition(db, toRequest(call), { kind: 'hls', variant })
    if (!rendition?.segments.length) return rejectMissing(call)
    const sign = signer(call, rendition.duration)
    const playlist = mediaPlaylist(rendition.segments, rendition.complete, (number) =>
      sign(`${playlistPath(call, variant)}/${number}`),
    )
    return sendText(call, HLS_TYPE, playlist)
  })
  serve(app, endpoints.segment, (call) =>
    sendNamedPart(call, {
      kind: 'hls',
      variant: call.params.variant,
      number: Number(call.params.number),
    }),
  )
  serve(app, endpoints.poster, async (call) => {
    const poster = await findPart(db, toRequest(call), { kind: 'poster', variant: '', number: 0 })
    // An image has no poster: its smallest size serves as one.
    const still = poster ?? (await load(call)).stills[0]
    return still ? sendPart(storage, call, still) : rejectMissing(call)
  })
  serve(app, endpoints.storyboard, async (call) => {
    const name: RenditionName = { kind: 'storyboard', variant: '' }
    const rendition = await findRendition(db, toRequest(call), name)
    if (!rendition) return rejectMissing(call)
    const sign = signer(call, rendition.duration)
    const index = storyboardIndex(rendition.facts.cells ?? [], (sheet) =>
      sign(`${pathOf(endpoints.storyboard.path, call)}/${sheet}`),
    )
    return sendText(call, 'text/vtt; charset=utf-8', index)
  })
  serve(app, endpoints.sheet, (call) =>
    sendNamedPart(call, { kind: 'storyboard', variant: '', number: Number(call.params.number) }),
  )
  serve(app, endpoints.peaks, (call) =>
    sendNamedPart(call, { kind: 'peaks', variant: '', number: 0 }),
  )

  function sendMaster(call: Call, playable: PlayableFile) {
    const variants = playableVariants(playable)
    if (variants.length === 0) return rejectNotReady(playable)
    const sign = signer(call, playable.playback?.duration ?? 0)
    const playlist = masterPlaylist(variants, (variant) => sign(playlistPath(call, variant)))
    return sendText(call, HLS_TYPE, playlist)
  }

  async function sendNamedPart(call: Call, name: RenditionName & { number: number }) {
    const part = await findPart(db, toRequest(call), name)
    return part ? sendPart(storage, call, part) : rejectMissing(call)
  }

  /** 404 for an unknown record or part, 409 while nothing is playable. */
  async function rejectMissing(call: Call): Promise<never> {
    const playable = await load(call)
    if (playbackProgress(playable.playback).status === 'ready') throw notFound('rendition')
    return rejectNotReady(playable)
  }
}

const HLS_TYPE = 'application/vnd.apple.mpegurl'

const sendText = ({ reply }: Call, type: string, text: string) => reply.type(type).send(text)

function sendPart(
  storage: Storage,
  { request, reply }: Call,
  { key, length, mime }: RenditionPart,
) {
  reply.headers({ 'content-type': mime, 'content-length': length })
  // On HEAD, Fastify replaces Content-Length with the payload's length, except for a stream.
  return reply.send(
    request.method === 'HEAD'
      ? Readable.from([])
      : storage.read(key, { start: 0, end: length - 1 }),
  )
}

function playableVariants({ playback, watermarked, variants }: PlayableFile): HlsVariant[] {
  if (!(playback?.watermarks && playback.kind === 'video')) return variants
  return watermarked?.begun && !watermarked.facts.reason
    ? [{ variant: WATERMARKED, facts: watermarked.facts }]
    : []
}

/**
 * Long enough to watch the film with pauses. Each request checks access again, so a long-lived
 * signature does not extend it.
 */
const signer =
  ({ view }: Call, duration: number) =>
  (path: string) =>
    view.sign(path, 300 + 3 * duration)

function rejectNotReady({ playback, watermarked }: PlayableFile): never {
  const { status, progress } = playbackProgress(playback)
  if (watermarked?.facts.reason) throw conflict('preview.none', watermarked.facts.reason.message)
  if (status === 'none' || status === 'failed')
    throw conflict('preview.none', unplayableReason(playback))
  throw new Problem(
    409,
    'preview.making',
    'This preview is still being processed. Try again in a moment.',
    { progress },
    { 'retry-after': '2' },
  )
}
