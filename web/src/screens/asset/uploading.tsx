import { useRef } from 'react'
import { Button } from '@mantine/core'
import { DropAnywhere } from '../../ui/drop-anywhere.tsx'
import { useItems, useQueue } from '../../uploads/context.ts'
import type { Place } from '../../uploads/queue.ts'
import { QueueItem } from './queue-item.tsx'
import { UnfinishedUpload } from './unfinished-upload.tsx'
import { useUnfinished } from './unfinished.ts'
import styles from './uploading.module.css'

/** Choose or drop files, and see how they come in. Uploads for other assets go on here too; they name theirs. */
export function Uploading({ asset }: { asset: Place }) {
  const field = useRef<HTMLInputElement>(null)
  const queue = useQueue()
  const items = useItems()
  const unfinished = useUnfinished(asset._id)
  const add = (chosen: File[]) => queue.add(asset, chosen, unfinished)
  return (
    <>
      <DropAnywhere invitation={`Let go to upload to ${asset.name}`} onDrop={add} />
      <div className={styles.acts}>
        <Button onClick={() => field.current?.click()}>Upload files</Button>
        <span className={styles.hint}>or drop them anywhere on this page</span>
        <input ref={field} type="file" multiple hidden aria-label="Files to upload" onChange={({ currentTarget }) => { add([...currentTarget.files ?? []]); currentTarget.value = '' }} />
      </div>
      {(items.length > 0 || unfinished.length > 0) && (
        <ul className={styles.queue} aria-label="Uploads">
          {items.map((item) => <QueueItem key={item.key} item={item} here={asset._id} />)}
          {unfinished.map((left) => <UnfinishedUpload key={left.upload} left={left} onPick={() => field.current?.click()} />)}
        </ul>
      )}
    </>
  )
}
