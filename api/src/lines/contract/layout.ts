// Where a line is in the picture, and what kind of line it is.
import { Type } from 'typebox'
import { CUE_KINDS, DIRECTIONS, WRITING_MODES } from '@reelay/subtitles'
import { Nullable, ShortText } from '../../kernel/http/contract/schema.ts'

const Percent = Type.Number({ minimum: 0, maximum: 100 })
const WritingMode = Type.Enum([...WRITING_MODES])
const Direction = Type.Enum([...DIRECTIONS])

/**
 * `x` and `y` place the point of the text that `alignment` and `textAlign` name, in percent of the
 * picture.
 */
export const layoutFields = {
  x: Type.Optional(Percent),
  y: Type.Optional(Percent),
  writingMode: Type.Optional(WritingMode),
  direction: Type.Optional(Direction),
  speaker: Type.Optional(ShortText),
  kind: Type.Optional(Type.Enum([...CUE_KINDS])),
}

/** Null removes one of these fields. */
export const removableLayoutFields = {
  x: Type.Optional(Nullable(Percent)),
  y: Type.Optional(Nullable(Percent)),
  writingMode: Type.Optional(Nullable(WritingMode)),
  direction: Type.Optional(Nullable(Direction)),
}
