export { assScript, type Look } from './ass/script.ts'
export {
  FORMAT_NAMES,
  type About,
  type Fault,
  type Format,
  type FormatName,
  type Read,
  type Written,
} from './format.ts'
export { FORMATS } from './formats.ts'
export { srt } from './srt.ts'
export { vtt } from './vtt.ts'
export { matchCues, type Matching } from './matching.ts'
