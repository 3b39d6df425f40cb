// What happens to each file, told: as lines with progress below them on a terminal, as lines alone
// elsewhere, as JSON to machines.
import { jsonOf, plain } from '../output/print.ts'
import {
  inBytes,
  inTime,
  openPace,
  openProgress,
  type Screen,
  type Under,
} from '../output/progress.ts'

/** `at`: how many bytes are safe. `path`: where the file lies on this machine. */
export type Told =
  | { event: 'begun' | 'moved'; path: string; size: number; at: number }
  | { event: 'done'; path: string; size: number; file: string; sha256: string }
  /** It is at the other end already. */
  | { event: 'there'; path: string; size: number; file: string }
  | { event: 'changed'; path: string; why: string }
  | { event: 'left'; path: string; why: string }
  | { event: 'failed'; path: string; why: string; code?: string }
  | { event: 'paused'; why: string }
export type Sum = {
  files: number
  done: number
  there: number
  failed: number
  bytes: number
  moved: number
  seconds: number
}
export type Telling = {
  tell: (told: Told) => void
  /** From here on a terminal shows how far they are. */
  begin: (asked: { files: number; bytes: number }) => void
  /** The foot of the terminal is free again. */
  end: () => Sum
}
type Asked = { did: string; json: boolean | undefined; out: Screen; err: Screen; now: () => number }

const REDRAW_MS = 100
/** Machines need not hear of every piece, nor people of every pause. */
const TOLD_EVERY_MS: Partial<Record<Told['event'], number>> = { moved: 1_000, paused: 5_000 }

export function openTelling({ did, json, out, err, now }: Asked): Telling {
  const under = new Map<string, Under & { from: number }>()
  const failed: Extract<Told, { event: 'failed' }>[] = []
  const sum = { files: 0, done: 0, there: 0, failed: 0, bytes: 0, moved: 0 }
  const toldAt = new Map<string, number>()
  let [began, ended, above] = [now(), 0, '']
  let drawing: NodeJS.Timeout | undefined
  const draw = openProgress(err)
  const paceOf = openPace()
  const movedNow = () => [...under.values()].reduce((so, { at, from }) => so + at - from, sum.moved)

  function redraw() {
    const at = [...under.values()].reduce((so, one) => so + one.at, ended)
    draw(
      [...under.values()],
      { files: sum.files, ended: sum.done + sum.there + sum.failed, bytes: sum.bytes, at },
      paceOf(now(), movedNow()),
      above,
    )
    above = ''
  }
  function isTooSoon(told: Told): boolean {
    const about = `${told.event} ${'path' in told ? told.path : ''}`
    if (now() - (toldAt.get(about) ?? -Infinity) < (TOLD_EVERY_MS[told.event] ?? 0)) return true
    if (TOLD_EVERY_MS[told.event]) toldAt.set(about, now())
    return false
  }
  function count(told: Told) {
    if (told.event === 'begun')
      under.set(told.path, { path: told.path, at: told.at, from: told.at, size: told.size })
    if (told.event === 'moved') under.get(told.path)!.at = told.at
    if (told.event === 'failed') failed.push(told)
    if (!isEnd(told)) return
    const one = under.get(told.path)
    if (one) sum.moved += (told.event === 'done' ? one.size : one.at) - one.from
    under.delete(told.path)
    if (told.event !== 'changed') sum[told.event] += 1
    if ('size' in told) ended += told.size
  }
  return {
    tell(told) {
      count(told)
      if (isTooSoon(told)) return
      const line = json ? jsonOf(told) : lineOf(told, did)
      const isAside = !json && told.event !== 'done' && told.event !== 'there'
      if (line === undefined) return
      // With the next picture, or the two would write over each other.
      if (drawing && (isAside || out.isTTY)) above += `${line}\n`
      else (isAside ? err : out).write(`${line}\n`)
    },
    begin(asked) {
      Object.assign(sum, { files: asked.files + sum.failed, bytes: asked.bytes })
      began = now()
      if (!json && err.isTTY) drawing = setInterval(redraw, REDRAW_MS)
    },
    end() {
      clearInterval(drawing)
      const all = { ...sum, moved: movedNow(), seconds: Math.round(now() - began) / 1000 }
      if (drawing) draw([], undefined, undefined, above)
      if (json) out.write(`${jsonOf({ event: 'ended', ...all })}\n`)
      else
        err.write(
          `${[summaryOf(all, did), ...failed.map(({ path, why }) => `  ${plain(path)}: ${plain(why)}`)].join('\n')}\n`,
        )
      return all
    },
  }
}

const isEnd = (
  told: Told,
): told is Extract<Told, { event: 'done' | 'there' | 'failed' | 'changed' }> =>
  ['done', 'there', 'failed', 'changed'].includes(told.event)

function lineOf(told: Told, did: string): string | undefined {
  switch (told.event) {
    case 'done':
      return plain(`${did}  ${told.file}  ${told.path}`)
    case 'there':
      return plain(`is there  ${told.file}  ${told.path}`)
    case 'changed':
      return plain(`${told.path}: ${told.why}`)
    case 'left':
      return plain(`left out: ${told.path}: ${told.why}`)
    case 'paused':
      return plain(told.why)
    default:
      return undefined
  }
}

function summaryOf({ files, done, there, failed, moved, seconds }: Sum, did: string): string {
  const pace = seconds > 0 && moved > 0 ? ` (${inBytes(moved / seconds)}/s)` : ''
  const rest = files - done - there - failed
  return `${done} ${did}, ${inBytes(moved)} in ${inTime(seconds)}${pace}${there ? `; ${there} were there already` : ''}${rest ? `; ${rest} not yet` : ''}${failed ? `; ${failed} failed:` : ''}`
}
