import { frameToMs, type FrameRate } from '../cue.ts'
import { formatTimecode } from '../cue.ts'
import type { CheckContext } from './context.ts'
import type { Rule } from './rule.ts'
import type { CheckedCue } from './checked-cue.ts'

const subtitles = ['subtitles'] as const
const seconds = (milliseconds: number) => `${Math.round(milliseconds) / 1000} s`
const frames = (count: number) => `${count} frame${count === 1 ? '' : 's'}`
const duration = ({ cue }: CheckedCue) => cue.stop - cue.start
/**
 * Style guides convert seconds to nominal frames: at 23.976, 168 frames count as 7 s although they
 * last 7.007 s.
 */
const nominalDuration = ({ startFrame, stopFrame }: CheckedCue, { nominalRate }: CheckContext) =>
  ((stopFrame - startFrame) * 1000) / nominalRate

export const order: Rule = {
  id: 'ORDER',
  title: 'A cue ends after it starts, and cues are in order of time',
  kinds: ['subtitles', 'graphics'],
  about: 'time',
  find: ({ cue, above }) => {
    if (!(cue.stop > cue.start))
      return {
        value: seconds(cue.stop),
        limit: seconds(cue.start),
        message: `ends at ${seconds(cue.stop)} but starts at ${seconds(cue.start)}`,
      }
    if (above && cue.start < above.cue.start)
      return {
        value: seconds(cue.start),
        limit: seconds(above.cue.start),
        message: `starts at ${seconds(cue.start)}, before the previous cue`,
      }
    return undefined
  },
}

export const filmEnd: Rule = {
  id: 'FILM-end',
  title: 'A cue starts before the film ends',
  kinds: ['subtitles', 'graphics'],
  about: 'time',
  find: ({ cue }, { filmDuration }) =>
    filmDuration === null || cue.start < filmDuration
      ? undefined
      : {
          value: cue.start,
          limit: filmDuration,
          message: `starts at ${seconds(cue.start)}; the film ends at ${seconds(filmDuration)}`,
        },
}

export const overlap: Rule = {
  id: 'OVERLAP',
  title: 'Cues in the same area of the screen do not overlap',
  kinds: subtitles,
  about: 'time',
  find: ({ cue, after }, { profile, rate }) => {
    if (!after || cue.stop <= after.cue.start) return undefined
    const over = cue.stop - after.cue.start
    return {
      value: over,
      limit: 0,
      message: `overlaps cue ${after.number} by ${seconds(over)}`,
      fixes: () => [
        { stop: frameToMs(after.startFrame - (profile.limits.minGap ?? 0), rate) },
        { stop: after.cue.start },
      ],
    }
  },
}

export const minDuration: Rule = {
  id: 'DUR-min',
  title: 'A cue has the minimum duration',
  kinds: subtitles,
  about: 'time',
  find: (line, context) => {
    const least = context.profile.limits.minDuration
    if (
      least === undefined ||
      !(duration(line) > 0) ||
      duration(line) >= least ||
      nominalDuration(line, context) >= least
    )
      return undefined
    const enough = Math.ceil((least * context.rate.num) / (context.rate.den * 1000))
    return {
      value: duration(line),
      limit: least,
      message: `lasts ${seconds(duration(line))}; the minimum is ${seconds(least)}`,
      fixes: () => [
        { stop: frameToMs(line.startFrame + enough, context.rate) },
        { stop: line.cue.start + least },
      ],
    }
  },
}

export const maxDuration: Rule = {
  id: 'DUR-max',
  title: 'A cue does not exceed the maximum duration',
  kinds: subtitles,
  about: 'time',
  find: (line, context) => {
    const most = context.profile.limits.maxDuration
    if (most === undefined || duration(line) <= most || nominalDuration(line, context) <= most)
      return undefined
    return {
      value: duration(line),
      limit: most,
      message: `lasts ${seconds(duration(line))}; the maximum is ${seconds(most)}`,
    }
  },
}

export const minGap: Rule = {
  id: 'GAP-min',
  title: 'The gap between two cues has the minimum length',
  kinds: subtitles,
  about: 'time',
  find: ({ cue, stopFrame, after }, { profile, rate }) => {
    const least = profile.limits.minGap
    if (
      least === undefined ||
      !after ||
      cue.stop > after.cue.start ||
      after.startFrame - stopFrame >= least
    )
      return undefined
    const gap = after.startFrame - stopFrame
    return {
      value: gap,
      limit: least,
      message: `ends ${frames(gap)} before cue ${after.number}; the minimum gap is ${least}`,
      fixes: () => [{ stop: frameToMs(after.startFrame - least, rate) }],
    }
  },
}

export const bridgeGap: Rule = {
  id: 'GAP-bridge',
  title: 'A gap too short to notice is closed to the minimum gap',
  kinds: subtitles,
  about: 'time',
  find: ({ stopFrame, after }, { profile, rate, nominalRate }) => {
    const { minGap: least = 0, bridgeGap } = profile.limits
    if (bridgeGap === undefined || !after) return undefined
    const [gap, open] = [after.startFrame - stopFrame, Math.floor((nominalRate * bridgeGap) / 1000)]
    if (!(gap > least && gap < open)) return undefined
    return {
      value: gap,
      limit: open,
      message: `ends ${frames(gap)} before cue ${after.number}; use ${least}, or at least ${open}`,
      fixes: () => [{ stop: frameToMs(after.startFrame - least, rate) }],
    }
  },
}

export const frameGrid: Rule = {
  id: 'FPS-grid',
  title: 'Times are on frame boundaries',
  kinds: subtitles,
  about: 'time',
  find: ({ cue, startFrame, stopFrame }, { profile, rate }) => {
    const tolerance = profile.limits.gridTolerance
    if (tolerance === undefined) return undefined
    const off = Math.max(offGrid(cue.start, startFrame, rate), offGrid(cue.stop, stopFrame, rate))
    if (!(off > tolerance)) return undefined
    const at = (frame: number) => frameToMs(frame, rate)
    const [start, stop] = [at(startFrame), at(stopFrame)]
    const [later, earlier] = [
      start < cue.start ? at(startFrame + 1) : start,
      stop > cue.stop ? at(stopFrame - 1) : stop,
    ]
    return {
      value: off,
      limit: tolerance,
      message: `starts or ends ${off} ms off a frame boundary`,
      fixes: () => [
        { start, stop },
        { start, stop: earlier },
        { start: later, stop },
        { start: later, stop: earlier },
      ],
    }
  },
}

export const dropFrame: Rule = {
  id: 'DF-1',
  title: 'No time is a timecode that drop frame skips',
  kinds: subtitles,
  about: 'time',
  find: ({ cue, startFrame, stopFrame }, { profile, rate, nominalRate }) => {
    if (rate.den !== 1001 || nominalRate % 30 !== 0) return undefined
    const times = [
      [cue.start, startFrame],
      [cue.stop, stopFrame],
    ] as const
    const dropped = times.find(
      ([time, frame]) =>
        isDropped(time, nominalRate) &&
        offGrid(time, frame, rate) > (profile.limits.gridTolerance ?? 0),
    )
    if (!dropped) return undefined
    const code = formatTimecode(dropped[0]).replace(
      /,.*/,
      `;${String(Math.round(((dropped[0] % 1000) * nominalRate) / 1000)).padStart(2, '0')}`,
    )
    return {
      value: code,
      limit: null,
      message: `has the timecode ${code}, which drop frame skips`,
    }
  },
}

const offGrid = (time: number, frame: number, rate: FrameRate) =>
  Math.abs(time - frameToMs(frame, rate))
/**
 * Drop frame skips the first labels of each minute (2 at 30, 4 at 60), except every tenth minute.
 */
const isDropped = (time: number, nominalRate: number) =>
  Math.floor(time / 60_000) % 10 !== 0 &&
  Array.from({ length: nominalRate / 15 }, (_, frame) =>
    Math.round((frame * 1000) / nominalRate),
  ).some((code) => Math.abs((time % 60_000) - code) <= 1)
