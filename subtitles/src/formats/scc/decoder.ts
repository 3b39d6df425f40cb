// A CEA-608 decoder for the first channel. It records which captions were on screen, and when.
import { plainText, toStyles, type TextStyle } from '../../markup.ts'
import type { Cue } from '../../cue.ts'
import { MAX_CUES } from '../limits.ts'
import { excerpt } from '../report.ts'
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
  /** Whether the memory that is not displayed has text that was never shown. */
  isUnseen: boolean
  /** What is sent and never shown. */
  lost: Set<string>
  /** The text of other channels and of text mode. */
  otherText: string
  /** Text that was not shown before other text took its place. */
  overwritten: string
  /** Rows of which this was noted. */
  noted: Set<ScreenMemory[number]>
  /** Their times are frames. */
  captions: Cue[]
}
export type SccDecoder = {
  take: (pair: number, frame: number) => void
  pause: () => void
  end: (lasting: number) => { captions: Cue[]; overflow: number; lost: string[] }
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
    isUnseen: false,
    lost: new Set(),
    otherText: '',
    overwritten: '',
    noted: new Set(),
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
      discard(state)
      if (state.otherText.trim())
        state.lost.add(`The text of another channel: ${excerpt(state.otherText)}`)
      const overwritten = state.overwritten.trim()
      // Some files send a caption twice.
      if (overwritten && !state.captions.some(({ text }) => plainText(text).includes(overwritten)))
        state.lost.add(`Text that is overwritten before it is shown: ${excerpt(overwritten)}`)
      return { captions: state.captions, overflow: state.overflow, lost: [...state.lost] }
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
  if (high > 0 && high < 0x10) return
  if (!state.isFirstChannel) {
    if (!control) addOtherText(state, high, low)
    return
  }
  if (control) runControlCode(state, high, low, frame)
  else
    for (const byte of [high, low])
      if (byte >= 0x20) putCharacter(state, basicCharacter(byte), frame)
}

function addOtherText(state: DecoderState, ...bytes: number[]) {
  const text = bytes.map((byte) => (byte >= 0x20 ? basicCharacter(byte) : '')).join('')
  if (state.otherText.length < MAX_OTHER_TEXT) state.otherText += text
}
const MAX_OTHER_TEXT = 10_000

/** Reports text that would have been shown next. */
function discard(state: DecoderState) {
  const unseen = state.isUnseen ? readMemory(state.nonDisplayed) : undefined
  if (unseen && state.lost.size < MAX_LOST)
    state.lost.add(`A caption that is never shown: ${excerpt(plainText(unseen.text))}`)
  state.isUnseen = false
  state.noted.clear()
}
const MAX_LOST = 500

function runControlCode(state: DecoderState, high: number, low: number, frame: number) {
  if (low >= 0x40) applyPreamble(state, high, low)
  else if (high === 0x11 && low >= 0x30) putCharacter(state, specialCharacter(low), frame)
  else if (high === 0x11 && low >= 0x20) applyMidRowCode(state, low, frame)
  else if ((high === 0x12 || high === 0x13) && low >= 0x20) {
    state.column = Math.max(0, state.column - 1)
    putCharacter(state, extendedCharacter(high, low), frame, true)
  } else if (high === 0x17 && low >= 0x21 && low <= 0x23)
    state.column = Math.min(COLUMNS - 1, state.column + low - 0x20)
  else if ((high === 0x10 && low >= 0x20) || (high === 0x17 && low >= 0x2d))
    state.lost.add('The colour behind the text')
  else if (high === 0x14 || high === 0x15) runCommand(state, low, frame)
}

/** A preamble address code sets the row, and either the indent or the style. */
function applyPreamble(state: DecoderState, high: number, low: number) {
  state.row = PAC_ROWS[high & 7]![low & 0x20 ? 1 : 0] - 1
  // What follows is another text.
  state.noted.delete(activeMemory(state)[state.row]!)
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

/** The whole row, when its first letter is overwritten. */
function noteOverwritten(state: DecoderState, row: ScreenMemory[number]) {
  if (state.noted.has(row) || state.overwritten.length > MAX_OTHER_TEXT) return
  state.overwritten += ` ${row.map((cell) => cell?.character ?? ' ').join('')}`
  state.noted.add(row)
}

/** An extended character replaces its stand-in. */
function putCharacter(
  state: DecoderState,
  character: string,
  frame: number,
  isReplacement = false,
) {
  if (state.mode === 'text') {
    if (state.otherText.length < MAX_OTHER_TEXT) state.otherText += character
    return
  }
  const wasUnseen = state.isUnseen
  if (state.mode === 'pop-on') state.isUnseen = true
  // Televisions show 32 columns, and each further character in the last one. Its text is kept.
  const column = Math.min(MAX_COLUMNS - 1, state.column)
  if (column >= COLUMNS && character !== ' ') state.overflow++
  const row = activeMemory(state)[state.row]!
  const isLost = state.mode === 'paint-on' || (state.mode === 'pop-on' && wasUnseen)
  if (isLost && !isReplacement && row[column]) noteOverwritten(state, row)
  row[column] = { character, styles: state.styles }
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
    case 0x28:
      state.lost.add('Flashing text')
      break
    case 0x2e:
      discard(state)
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
    discard(state)
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
  state.isUnseen = false
  state.noted.clear()
  const { displayed: seen, nonDisplayed: filled } = state
  state.displayed = filled
  state.nonDisplayed = seen
  state.mode = 'pop-on'
  if (hasVisibleText(state.displayed)) state.shownSince = frame
}

function finishCaption(state: DecoderState, frame: number) {
  const seen = state.shownSince === undefined ? undefined : readMemory(state.displayed)
  if (seen && frame > state.shownSince!)
    state.captions.push({ start: state.shownSince!, stop: frame, ...seen })
  else if (seen && state.lost.size < MAX_LOST)
    state.lost.add(`A caption that is shown for no frame: ${excerpt(plainText(seen.text))}`)
  state.shownSince = undefined
}
