export * from './names.ts'
export { DELIVERY_PROFILES, type DeliveryProfile } from './profiles.ts'
export { deliver, deliveryOffset, type DeliveryError, type DeliveryResult } from './deliver.ts'
export { variantOf, writeVariant } from './variants.ts'
