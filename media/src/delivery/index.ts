export { lint } from './lint.ts'
export type { DeliveryContext, DeliveryWarning, FileFacts, OrderedUse } from './lint-types.ts'
export { isCompanion } from './media-kind.ts'
