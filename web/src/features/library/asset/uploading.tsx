import { UploadButton } from '../../uploads/upload-button.tsx'
import type { TargetAsset } from '../../uploads/upload-queue.ts'

/** The way to bring files for this asset; how they come in is shown in the tray. */
export const Uploading = ({ asset }: { asset: TargetAsset }) => <UploadButton place={asset} />
