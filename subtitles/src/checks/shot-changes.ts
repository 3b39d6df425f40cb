import { frameToMs } from '../cue.ts'
import type { CheckContext } from './context.ts'
import type { Rule } from './rule.ts'

const subtitles = ['subtitles'] as const
const frames = (count: number) => `${count} frame${count === 1 ? '' : 's'}`
const distance = (away: number) =>
  away === 0 ? 'on' : `${frames(Math.abs(away))} ${away > 0 ? 'after' : 'before'}`

export const shotChangeIn: Rule = {
  id: 'CUT-in',
  title: 'A cue that starts near a shot change starts on it, or well before it',
  kinds: subtitles,
  about: 'time',
  find: ({ startFrame, cue }, context) => {
    const near = nearestShotChange(startFrame, context)
    if (!near || near.away === 0) return undefined
    const { cut, away, window, close } = near
    const wanted = away < -close ? cut - window : cut
    const target = wanted === cut ? 'on the shot change' : `${frames(window)} before`
    return {
      value: away,
      limit: wanted === cut ? 0 : -window,
      message: `starts ${distance(away)} a shot change; start it ${target}`,
      fixes: () =>
        [{ start: frameToMs(wanted, context.rate) }].filter(
          ({ start }) => start >= 0 && start < cue.stop,
        ),
    }
  },
}

export const shotChangeOut: Rule = {
  id: 'CUT-out',
  title: 'A cue that ends near a shot change ends just before it',
  kinds: subtitles,
  about: 'time',
  find: ({ stopFrame }, context) => {
    const [near, gap] = [nearestShotChange(stopFrame, context), context.profile.limits.cutGap ?? 0]
    if (!near || near.away === -gap) return undefined
    const { cut, away } = near
    const target = gap === 0 ? 'on the shot change' : `${frames(gap)} before`
    return {
      value: away,
      limit: -gap,
      message: `ends ${distance(away)} a shot change; end it ${target}`,
      fixes: () => [{ stop: frameToMs(cut - gap, context.rate) }],
    }
  },
}

/** The nearest shot change inside the window; `away` is how many frames after it `frame` is. */
function nearestShotChange(
  frame: number,
  {
    cuts,
    nominalRate,
    profile: {
      limits: { cutWindow, cutClose = 0 },
    },
  }: CheckContext,
) {
  if (cutWindow === undefined || cuts.length === 0) return undefined
  let [low, high] = [0, cuts.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (cuts[middle]! < frame) low = middle + 1
    else high = middle
  }
  const [before, after] = [cuts[low - 1], cuts[low]]
  const cut =
    after === undefined || (before !== undefined && frame - before < after - frame)
      ? before!
      : after
  const [away, window] = [frame - cut, Math.floor((nominalRate * cutWindow) / 1000)]
  return Math.abs(away) < window
    ? { cut, away, window, close: Math.floor((nominalRate * cutClose) / 1000) }
    : undefined
}
