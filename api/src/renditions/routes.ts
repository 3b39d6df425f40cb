import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Caller } from '../kernel/caller.ts'
import type { App } from '../kernel/http/app.ts'
import { serve } from '../kernel/http/serve.ts'
import { Problem, conflict, notFound } from '../kernel/problem.ts'
import type { Storage } from '../kernel/storage/storage.ts'
import type { View } from '../kernel/view.ts'
import { awaitMarked } from './commands/marking.ts'
import type { watching } from './contract.ts'
import {
  findPart,
  findReel,
  getWatched,
  type Part,
  type Screen,
  type Sitting,
  type Watched,
} from './queries/watched.ts'
import { masterPlaylist, mediaPlaylist, storyboardIndex } from './rules/playlist.ts'
import { progressOf, whyNothing } from './rules/showing.ts'
import { MARKED, type Name } from './rules/steps.ts'

type Ask = {
  params: { id: string }
  person: Caller
  view: View
  request: FastifyRequest
  reply: FastifyReply
}

/** Binds all from which one kind of record is watched. */
export function watchRoutes(
  app: App,
  endpoints: ReturnType<typeof watching>,
  { storage, screen }: { storage: Storage; screen: Screen },
) {
  const { db } = app
  const sit = ({ params, person }: Ask): Sitting => ({ screen, id: params.id, person })
  const at = (path: string, { params }: Ask) => path.replace(':id', params.id)

  serve(app, endpoints.content, async (ask) => {
    const watched = await getWatched(db, sit(ask))
    const { showing, stills } = watched
    if (showing?.marks && showing.kind === 'video')
      return sendMaster(ask, await awaitMarked(db, ask.person._id, () => getWatched(db, sit(ask))))
    if (showing?.kind !== 'image') return sendMaster(ask, watched)
    const still = showing.marks ? stills[0] : stills.at(-1)
    return still ? sendPart(ask, still) : refuseYet(watched)
  })
  serve(app, endpoints.playlist, async (ask) => {
    const name: Name = { kind: 'hls', variant: ask.params.variant }
    const reel = await findReel(db, sit(ask), name)
    if (!reel?.segments.length) return refuseMissing(ask)
    const address = signer(ask, reel.duration)
    return sendText(
      ask,
      PLAYLIST,
      mediaPlaylist(reel.segments, reel.whole, (number) =>
        address(`${at(endpoints.playlist.path, ask).replace(':variant', name.variant)}/${number}`),
      ),
    )
  })
  serve(app, endpoints.segment, (ask) =>
    sendNamed(ask, { kind: 'hls', variant: ask.params.variant, number: Number(ask.params.number) }),
  )
  serve(app, endpoints.poster, async (ask) => {
    const poster = await findPart(db, sit(ask), { kind: 'poster', variant: '', number: 0 })
    // A picture is its own still; the smallest will do.
    const still = poster ?? (await getWatched(db, sit(ask))).stills[0]
    return still ? sendPart(ask, still) : refuseMissing(ask)
  })
  serve(app, endpoints.storyboard, async (ask) => {
    const reel = await findReel(db, sit(ask), { kind: 'storyboard', variant: '' })
    if (!reel) return refuseMissing(ask)
    const address = signer(ask, reel.duration)
    return sendText(
      ask,
      'text/vtt; charset=utf-8',
      storyboardIndex(reel.facts.cells ?? [], (sheet) =>
        address(`${at(endpoints.storyboard.path, ask)}/${sheet}`),
      ),
    )
  })
  serve(app, endpoints.sheet, (ask) =>
    sendNamed(ask, { kind: 'storyboard', variant: '', number: Number(ask.params.number) }),
  )
  serve(app, endpoints.peaks, (ask) => sendNamed(ask, { kind: 'peaks', variant: '', number: 0 }))

  function sendMaster(ask: Ask, watched: Watched) {
    const { showing, marked } = watched
    const isMarked = showing?.marks && showing.kind === 'video'
    const variants = isMarked
      ? marked?.begun && !marked.facts.reason
        ? [{ variant: MARKED, facts: marked.facts }]
        : []
      : watched.variants
    if (variants.length === 0) return refuseYet(watched)
    const address = signer(ask, showing?.duration ?? 0)
    return sendText(
      ask,
      PLAYLIST,
      masterPlaylist(variants, (variant) =>
        address(at(endpoints.playlist.path, ask).replace(':variant', variant)),
      ),
    )
  }

  async function sendNamed(ask: Ask, name: Name & { number: number }) {
    const part = await findPart(db, sit(ask), name)
    return part ? sendPart(ask, part) : refuseMissing(ask)
  }

  function sendPart({ request, reply }: Ask, { key, length, mime }: Part) {
    reply.headers({ 'content-type': mime, 'content-length': length })
    // On HEAD Fastify would write the length of what is sent over ours; of a stream it knows none.
    return reply.send(
      request.method === 'HEAD'
        ? Readable.from([])
        : storage.read(key, { start: 0, end: length - 1 }),
    )
  }

  /** Unknown, not there yet, never there, or no part of it: in this order. */
  async function refuseMissing(ask: Ask): Promise<never> {
    const watched = await getWatched(db, sit(ask))
    if (progressOf(watched.showing).status === 'ready') throw notFound('rendition')
    return refuseYet(watched)
  }
}

const PLAYLIST = 'application/vnd.apple.mpegurl'

const sendText = ({ reply }: Ask, type: string, text: string) => reply.type(type).send(text)

/**
 * Long enough to watch it with pauses. Every part is asked for anew, so a long signature opens
 * nothing that was closed since.
 */
const signer =
  ({ view }: Ask, duration: number) =>
  (path: string) =>
    view.sign(path, 300 + 3 * duration)

function refuseYet({ showing, marked }: Watched): never {
  const { status, progress } = progressOf(showing)
  if (marked?.facts.reason) throw conflict('preview.none', marked.facts.reason.message)
  if (status === 'none' || status === 'failed') throw conflict('preview.none', whyNothing(showing))
  throw new Problem(
    409,
    'preview.making',
    'This is still being made. Ask again in a moment.',
    { progress },
    { 'retry-after': '2' },
  )
}
