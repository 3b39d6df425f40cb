// A CEA-608 decoder for the first channel. It records which captions were on screen, and when.
import { toStyles, type TextStyle } from '../../markup.ts'
import type { Cue } from '../../cue.ts'
import { MAX_CUES } from '../limits.ts'
import { basicCharacter, extendedCharacter, specialCharacter } from './characters.ts'
import { CEA_COLOURS } from './colours.ts'
import {
  emptyMemory,
  COLUMNS,
  hasVisibleText,
  MAX_COLUMNS,
  readMemory,
  type ScreenMemory,
} from './screen.ts'

type Mode = 'pop-on' | 'roll-up' | 'paint-on' | 'text'
type DecoderState = {
  mode: Mode
  isFirstChannel: boolean
  displayed: ScreenMemory
  nonDisplayed: ScreenMemory
  row: number
  column: number
  styles: readonly TextStyle[]
  colour: string
  /** The frame since which something is on screen. */
  shownSince: number | undefined
  lastPair: number
  /** Characters that were sent past the last column. */
  overflow: number
  /** Their times are frames. */
  captions: Cue[]
}
export type SccDecoder = {
  take: (pair: number, frame: number) => void
  pause: () => void
  end: (lasting: number) => { captions: Cue[]; overflow: number }
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

export function createDecoder(): SccDecoder {
  const state: DecoderState = {
    mode: 'pop-on',
    isFirstChannel: true,
    displayed: emptyMemory(),
    nonDisplayed: emptyMemory(),
    row: 14,
    column: 0,
    styles: [],
    colour: CEA_COLOURS[0],
    shownSince: undefined,
    lastPair: 0,
    overflow: 0,
    captions: [],
  }
  return {
    take: (pair, frame) => {
      decodePair(state, pair, frame)
    },
    /** After a pause, a repeated control pair counts again. */
    pause: () => {
      state.lastPair = 0
    },
    end: (lasting) => {
      if (state.shownSince !== undefined) finishCaption(state, state.shownSince + lasting)
      return { captions: state.captions, overflow: state.overflow }
    },
  }
}

function decodePair(state: DecoderState, pair: number, frame: number) {
  if (state.captions.length > MAX_CUES) return
  const [high, low] = [pair >> 8, pair & 0xff]
  const control = high >= 0x10 && high < 0x20
  const repeated = control && pair === state.lastPair
  state.lastPair = repeated ? 0 : pair
  if (repeated) return
  if (control) state.isFirstChannel = high < 0x18
  if (!state.isFirstChannel || (high > 0 && high < 0x10)) return
  if (control) runControlCode(state, high, low, frame)
  else
    for (const byte of [high, low])
      if (byte >= 0x20) putCharacter(state, basicCharacter(byte), frame)
}

function runControlCode(state: DecoderState, high: number, low: number, frame: number) {
  if (low >= 0x40) applyPreamble(state, high, low)
  else if (high === 0x11 && low >= 0x30) putCharacter(state, specialCharacter(low), frame)
  else if (high === 0x11 && low >= 0x20) applyMidRowCode(state, low, frame)
  else if ((high === 0x12 || high === 0x13) && low >= 0x20) {
    state.column = Math.max(0, state.column - 1)
    putCharacter(state, extendedCharacter(high, low), frame)
  } else if (high === 0x17 && low >= 0x21 && low <= 0x23)
    state.column = Math.min(COLUMNS - 1, state.column + low - 0x20)
  else if (high === 0x14 || high === 0x15) runCommand(state, low, frame)
}

/** A preamble address code sets the row, and either the indent or the style. */
function applyPreamble(state: DecoderState, high: number, low: number) {
  state.row = PAC_ROWS[high & 7]![low & 0x20 ? 1 : 0] - 1
  const kind = (low >> 1) & 15
  state.column = kind >= 8 ? (kind - 8) * 4 : 0
  state.colour = CEA_COLOURS[kind] ?? CEA_COLOURS[0]
  state.styles = cellStyles(state, kind === 7, (low & 1) === 1)
}

function applyMidRowCode(state: DecoderState, low: number, frame: number) {
  const kind = (low >> 1) & 7
  // Italics keep the colour.
  state.colour = CEA_COLOURS[kind] ?? state.colour
  state.styles = cellStyles(state, kind === 7, (low & 1) === 1)
  putCharacter(state, ' ', frame)
}

const cellStyles = ({ colour }: DecoderState, italic: boolean, underlined: boolean) =>
  toStyles((tag) => (tag === 'i' && italic) || (tag === 'u' && underlined), colour)
const activeMemory = (state: DecoderState) =>
  state.mode === 'pop-on' ? state.nonDisplayed : state.displayed

function putCharacter(state: DecoderState, character: string, frame: number) {
  if (state.mode === 'text') return
  // Televisions show 32 columns, and each further character in the last one. Its text is kept.
  const column = Math.min(MAX_COLUMNS - 1, state.column)
  if (column >= COLUMNS && character !== ' ') state.overflow++
  activeMemory(state)[state.row]![column] = { character, styles: state.styles }
  state.column = column + 1
  if (state.mode !== 'pop-on' && character !== ' ') state.shownSince ??= frame
}

function runCommand(state: DecoderState, low: number, frame: number) {
  switch (low) {
    case 0x20:
      state.mode = 'pop-on'
      break
    case 0x21:
      state.column = Math.max(0, state.column - 1)
      activeMemory(state)[state.row]![state.column] = undefined
      break
    case 0x24:
      activeMemory(state)[state.row]!.fill(undefined, state.column)
      break
    case 0x25:
    case 0x26:
    case 0x27:
      startRollUp(state, frame)
      break
    case 0x29:
      startPaintOn(state, frame)
      break
    case 0x2a:
    case 0x2b:
      state.mode = 'text'
      break
    case 0x2c:
      finishCaption(state, frame)
      state.displayed = emptyMemory()
      break
    case 0x2d:
      if (state.mode === 'roll-up') {
        finishCaption(state, frame)
        state.displayed = emptyMemory()
        state.column = 0
      }
      break
    case 0x2e:
      state.nonDisplayed = emptyMemory()
      break
    case 0x2f:
      endCaption(state, frame)
      break
    default:
      break
  }
}

/**
 * Scrolled rows were already read, so each row is a caption from its first character to the next
 * carriage return.
 */
function startRollUp(state: DecoderState, frame: number) {
  if (state.mode !== 'roll-up') {
    finishCaption(state, frame)
    state.displayed = emptyMemory()
    state.nonDisplayed = emptyMemory()
    state.row = 14
    state.column = 0
    state.styles = []
    state.colour = CEA_COLOURS[0]
  }
  state.mode = 'roll-up'
}

/** Paint-on keeps the text that it does not overwrite. */
function startPaintOn(state: DecoderState, frame: number) {
  finishCaption(state, frame)
  state.mode = 'paint-on'
  if (hasVisibleText(state.displayed)) state.shownSince = frame
}

function endCaption(state: DecoderState, frame: number) {
  finishCaption(state, frame)
  const { displayed: seen, nonDisplayed: filled } = state
  state.displayed = filled
  state.nonDisplayed = seen
  state.mode = 'pop-on'
  if (hasVisibleText(state.displayed)) state.shownSince = frame
}

function finishCaption(state: DecoderState, frame: number) {
  const seen =
    state.shownSince === undefined || frame <= state.shownSince
      ? undefined
      : readMemory(state.displayed)
  if (seen) state.captions.push({ start: state.shownSince!, stop: frame, ...seen })
  state.shownSince = undefined
}
