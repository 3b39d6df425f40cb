import type { files } from '@reelay/api/contract'

export type ProcessingState = 'looking' | 'making' | 'ready' | 'faulty' | 'unusable'

/** How far the service is with a file whose bytes came. */
export function processingStateOf({
  verified,
  media,
  warnings,
}: Pick<files.File, 'verified' | 'media' | 'warnings'>): ProcessingState {
  const isWorkedOn = media?.status === 'waiting' || media?.status === 'working'
  if (!verified) return isWorkedOn || media === null ? 'looking' : 'unusable'
  if (isWorkedOn) return 'making'
  return warnings.some(({ severity }) => severity === 'error') ? 'faulty' : 'ready'
}
