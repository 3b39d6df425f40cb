import { Type } from 'typebox'
import {
  BoundedArray,
  OpaqueArray,
  ShortText,
  ShortTextList,
  StrictObject,
  StrictPartial,
} from '../../kernel/http/contract/schema.ts'
import { sameFields } from './work-asset.ts'

export const USES = ['Broadcast', 'Online', 'Theatrical', 'Dcp', 'Streamingfile', 'Print'] as const
export const RECIPIENT_USES = [
  'Broadcast',
  'Dcp',
  'Streamingfile',
  'Online',
  'Theatrical',
  'Cmyk',
  'Rgb',
  '2D Scope',
  '2D Flat',
  '2D Combo',
  '3D Flat',
  '3D Scope',
  '3D Combo',
] as const
export const Dng = StrictObject({
  dialogue: ShortTextList,
  graphics: ShortTextList,
  narration: ShortTextList,
})
export const Uses = StrictObject({
  items: BoundedArray(Type.Enum([...USES]), USES.length),
  details: StrictPartial(
    StrictObject(
      sameFields(USES, BoundedArray(StrictObject({ value: ShortText, ship: Type.Boolean() }))),
    ),
  ),
})
export const Recipients = StrictObject(sameFields(RECIPIENT_USES, OpaqueArray))
