export { lint } from './lint.ts'
export type { DeliveryContext, DeliveryWarning, AnalyzedFile, OrderedUse } from './lint-types.ts'
export { isCompanion } from './media-kind.ts'
