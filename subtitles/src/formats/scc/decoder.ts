// What a CEA-608 decoder does with the pairs of bytes of its first channel, and which captions were
// seen from when to when.
import type { TextStyle } from '../../markup.ts'
import type { Cue } from '../../cue.ts'
import { basicOf, extendedOf, specialOf } from './characters.ts'
import { blank, COLUMNS, seenIn, type Memory } from './screen.ts'

type Mode = 'pop-on' | 'roll-up' | 'paint-on' | 'text'
type State = {
  mode: Mode
  hearing: boolean
  seen: Memory
  filled: Memory
  row: number
  column: number
  styles: readonly TextStyle[]
  /** Since when there is something to be seen. */
  since: number | undefined
  last: number /** Their times are frames. */
  captions: Cue[]
}
export type Decoder = {
  take: (pair: number, frame: number) => void
  pause: () => void
  end: (lasting: number) => Cue[]
}

const PAC_ROWS: readonly (readonly [number, number])[] = [
  [11, 11],
  [1, 2],
  [3, 4],
  [12, 13],
  [14, 15],
  [5, 6],
  [7, 8],
  [9, 10],
]

export function decoder(): Decoder {
  const state: State = {
    mode: 'pop-on',
    hearing: true,
    seen: blank(),
    filled: blank(),
    row: 14,
    column: 0,
    styles: [],
    since: undefined,
    last: 0,
    captions: [],
  }
  return {
    take: (pair, frame) => {
      take(state, pair, frame)
    },
    /** A control pair after a pause is no repetition of the one before it. */
    pause: () => {
      state.last = 0
    },
    end: (lasting) => {
      if (state.since !== undefined) close(state, state.since + lasting)
      return state.captions
    },
  }
}

function take(state: State, pair: number, frame: number) {
  const [high, low] = [pair >> 8, pair & 0xff]
  const control = high >= 0x10 && high < 0x20
  const repeated = control && pair === state.last
  state.last = repeated ? 0 : pair
  if (repeated) return
  if (control) state.hearing = high < 0x18
  if (!state.hearing || (high > 0 && high < 0x10)) return
  if (control) obey(state, high, low, frame)
  else for (const byte of [high, low]) if (byte >= 0x20) put(state, basicOf(byte), frame)
}

function obey(state: State, high: number, low: number, frame: number) {
  if (low >= 0x40) address(state, high, low)
  else if (high === 0x11 && low >= 0x30) put(state, specialOf(low), frame)
  else if (high === 0x11 && low >= 0x20) changeLook(state, low, frame)
  else if ((high === 0x12 || high === 0x13) && low >= 0x20) {
    state.column = Math.max(0, state.column - 1)
    put(state, extendedOf(high, low), frame)
  } else if (high === 0x17 && low >= 0x21 && low <= 0x23)
    state.column = Math.min(COLUMNS - 1, state.column + low - 0x20)
  else if (high === 0x14 || high === 0x15) command(state, low, frame)
}

/** A preamble: the row, and either how far it is indented or its look. */
function address(state: State, high: number, low: number) {
  state.row = PAC_ROWS[high & 7]![low & 0x20 ? 1 : 0] - 1
  const kind = (low >> 1) & 15
  state.column = kind >= 8 ? (kind - 8) * 4 : 0
  state.styles = looks(kind === 7, (low & 1) === 1)
}

function changeLook(state: State, low: number, frame: number) {
  state.styles = looks(((low >> 1) & 7) === 7, (low & 1) === 1)
  put(state, ' ', frame)
}

const looks = (italic: boolean, underlined: boolean): TextStyle[] => [
  ...(italic ? ['i' as const] : []),
  ...(underlined ? ['u' as const] : []),
]
const memoryOf = (state: State) => (state.mode === 'pop-on' ? state.filled : state.seen)

function put(state: State, character: string, frame: number) {
  if (state.mode === 'text') return
  // Past the last cell a character takes the place of the one in it.
  const column = Math.min(COLUMNS - 1, state.column)
  memoryOf(state)[state.row]![column] = { character, styles: state.styles }
  state.column = column + 1
  if (state.mode !== 'pop-on' && character !== ' ') state.since ??= frame
}

function command(state: State, low: number, frame: number) {
  switch (low) {
    case 0x20:
      state.mode = 'pop-on'
      break
    case 0x21:
      state.column = Math.max(0, state.column - 1)
      memoryOf(state)[state.row]![state.column] = undefined
      break
    case 0x24:
      memoryOf(state)[state.row]!.fill(undefined, state.column)
      break
    case 0x25:
    case 0x26:
    case 0x27:
      rollUp(state, frame)
      break
    case 0x29:
      paintOn(state, frame)
      break
    case 0x2a:
    case 0x2b:
      state.mode = 'text'
      break
    case 0x2c:
      close(state, frame)
      state.seen = blank()
      break
    case 0x2d:
      if (state.mode === 'roll-up') {
        close(state, frame)
        state.seen = blank()
        state.column = 0
      }
      break
    case 0x2e:
      state.filled = blank()
      break
    case 0x2f:
      flip(state, frame)
      break
    default:
      break
  }
}

/**
 * Rows that roll up were read before: each is a caption of its own, from its first letter until the
 * next carriage return.
 */
function rollUp(state: State, frame: number) {
  if (state.mode !== 'roll-up') {
    close(state, frame)
    state.seen = blank()
    state.filled = blank()
    state.row = 14
    state.column = 0
    state.styles = []
  }
  state.mode = 'roll-up'
}

/** What is painted over stays where it is not painted over. */
function paintOn(state: State, frame: number) {
  close(state, frame)
  state.mode = 'paint-on'
  if (seenIn(state.seen)) state.since = frame
}

function flip(state: State, frame: number) {
  close(state, frame)
  const { seen, filled } = state
  state.seen = filled
  state.filled = seen
  state.mode = 'pop-on'
  if (seenIn(state.seen)) state.since = frame
}

function close(state: State, frame: number) {
  const seen = state.since === undefined || frame <= state.since ? undefined : seenIn(state.seen)
  if (seen) state.captions.push({ start: state.since!, stop: frame, ...seen })
  state.since = undefined
}
