import type { files } from '@reelay/api/contract'

export type ProcessingState = 'checking' | 'creatingPreviews' | 'ready' | 'hasErrors' | 'unusable'

/** How far the service has processed an uploaded file. */
export function processingStateOf({
  verified,
  media,
  warnings,
}: Pick<files.File, 'verified' | 'media' | 'warnings'>): ProcessingState {
  const isProcessing = media?.status === 'waiting' || media?.status === 'working'
  if (!verified) return isProcessing || media === null ? 'checking' : 'unusable'
  if (isProcessing) return 'creatingPreviews'
  return warnings.some(({ severity }) => severity === 'error') ? 'hasErrors' : 'ready'
}
