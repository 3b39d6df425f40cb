import { Skeleton } from '@mantine/core'

export const PendingScreen = () => <div role="status"><span className="unseen">Loading the preview…</span><Skeleton height="clamp(180px, 50vw, 520px)" radius={12} /></div>
