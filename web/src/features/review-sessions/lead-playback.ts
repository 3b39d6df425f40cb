// Tells the members what the leader does, not more often than they can follow.
import type { reviewsessions } from '@reelay/api/contract'
import { stage, type StageFilm } from '../player/stage.ts'
import { differs } from './playback.ts'
import { pageKey, viewOf, type OpenPage } from './session-view.ts'

type Playback = reviewsessions.SessionPlayback
export type Message = Pick<
  reviewsessions.SessionMessage,
  'view' | 'playback' | 'drawing' | 'offered'
>
type Options = {
  /** The page of the leader, or undefined if they are somewhere else. */
  page: () => OpenPage | undefined
  offered: () => boolean
  now: () => number
  send: (message: Message) => Promise<void>
}

const INTERVAL_MS = 100
/** Five messages a second at most. */
const MIN_PAUSE_MS = 200
/** A page that has just opened gets its film within this time. */
const WAIT_FOR_FILM_MS = 2_000
/** The service refuses a message of more than 64 KiB. */
const MAX_DRAWING_CHARACTERS = 48_000

export function leadPlayback({ page: current, offered, now, send }: Options): {
  update: () => void
  stop: () => void
} {
  let sent: Message | undefined
  let isSending = false
  let sentAt = -Infinity
  let emptySince = Infinity
  let sentDrawing: Message['drawing'] = []
  let wasPlaying = false

  function update() {
    const page = current()
    const film = stage.film()
    const isPlaying = film?.media.current?.paused === false
    if (wasPlaying && !isPlaying && film) alignToFrame(film)
    wasPlaying = isPlaying
    if (film) emptySince = Infinity
    else emptySince = Math.min(emptySince, performance.now())
    const isLoading = !film && performance.now() - emptySince < WAIT_FOR_FILM_MS
    if (!page || isSending || isLoading || performance.now() - sentAt < MIN_PAUSE_MS) return
    const message = messageOf(page, film, { offered: offered(), now: now() })
    const { drawing } = stage.arrangement()
    if (sent && drawing === sentDrawing && !isNew(sent, message)) return
    isSending = true
    sentAt = performance.now()
    sent = message
    sentDrawing = drawing
    void send(message)
      // The next change repeats what was lost.
      .catch(() => (sent = undefined))
      .finally(() => (isSending = false))
  }

  update()
  const timer = setInterval(update, INTERVAL_MS)
  return { update, stop: () => clearInterval(timer) }
}

/** Where playback pauses, browsers can show the frame next to the one of the time they report. */
const alignToFrame = ({ controller, clock }: StageFilm) =>
  stage.runForLeader(() => {
    if (controller) controller.seek(clock.secondsOf(clock.frameOf(controller.currentTime())))
  })

const messageOf = (
  page: OpenPage,
  film: StageFilm | undefined,
  { offered, now }: { offered: boolean; now: number },
): Message => {
  const arrangement = stage.arrangement()
  return {
    view: viewOf(page, film, arrangement),
    playback: playbackOf(film, now),
    drawing: newestStrokes(arrangement.drawing),
    offered,
  }
}

/** A film that stands still is exactly on a frame. */
export function playbackOf(film: StageFilm | undefined, now: number): Playback {
  const media = film?.media.current
  const at = Math.round(now)
  if (!film?.controller || !media) return { isPlaying: false, seconds: 0, speed: 1, at }
  const { clock, controller } = film
  const seconds = controller.currentTime()
  return {
    isPlaying: !media.paused,
    seconds: media.paused ? clock.secondsOf(clock.frameOf(seconds)) : seconds,
    speed: media.playbackRate,
    at,
  }
}

function newestStrokes(drawing: Message['drawing']): Message['drawing'] {
  let left = MAX_DRAWING_CHARACTERS
  return drawing
    .toReversed()
    .filter((stroke) => (left -= JSON.stringify(stroke).length) > 0)
    .toReversed()
}

function isNew(sent: Message, message: Message): boolean {
  return (
    pageKey(sent.view) !== pageKey(message.view) ||
    sent.view.mode !== message.view.mode ||
    sent.view.wipe !== message.view.wipe ||
    sent.offered !== message.offered ||
    differs(sent.playback, message.playback)
  )
}
