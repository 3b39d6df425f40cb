import { UploadButton } from '../../uploads/upload-button.tsx'
import type { Place } from '../../uploads/queue.ts'

/** The way to bring files for this asset; how they come in is shown in the tray. */
export const Uploading = ({ asset }: { asset: Place }) => <UploadButton place={asset} />
