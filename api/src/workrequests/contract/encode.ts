import { Type, type Static } from 'typebox'
import { Id, Nullable, Seconds, StrictObject } from '../../kernel/http/contract/schema.ts'

/**
 * A file that the service renders itself. `use` and `value` come from the order; for a subtitle
 * file, `value` is the format or the delivery profile. `graphics` is a transparent film of the
 * translated graphics alone.
 */
export const Encode = StrictObject({
  _id: Id,
  kind: Type.Enum(['offline', 'deliverable', 'sidecar', 'graphics']),
  use: Type.String(),
  value: Type.String(),
  status: Type.Enum(['waiting', 'making', 'ready', 'failed']),
  progress: Type.Number(),
  file: Nullable(Id),
  error: Nullable(StrictObject({ code: Type.String(), message: Type.String() })),
  created: Seconds,
})
export type Encode = Static<typeof Encode>
