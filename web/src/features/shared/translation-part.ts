import type { scripts } from '@reelay/api/contract'

/** The part that a translation of the work request covers. The editor's URL contains it. */
export const translationPart = (
  { graphicsTranslation }: { graphicsTranslation: { _id: string } },
  { _id }: { _id: string },
): scripts.ScriptPart => (_id === graphicsTranslation._id ? 'graphics' : 'dialogue')
