import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { Breakable } from '../../ui/breakable.tsx'
import { Progress } from '../../ui/progress.tsx'
import { size } from '../../ui/words.ts'
import { useQueue } from '../../uploads/context.ts'
import type { Unfinished } from '../../uploads/queue.ts'
import styles from './uploading.module.css'

/** A browser forgets files when the page goes, so the person has to hand it over again. */
export function UnfinishedUpload({ left, onPick }: { left: Unfinished; onPick: () => void }) {
  const queue = useQueue()
  const giveUp = useMutation({ mutationFn: () => queue.giveUp(left) })
  return (
    <li className={styles.item}>
      <div className={styles.name} dir="auto"><Breakable text={left.name} /></div>
      <div className={styles.buttons}>
        {!left.fault && <Button size="xs" onClick={onPick}>Pick it again<span className="unseen">: {left.name}</span></Button>}
        <Button size="xs" variant="default" onClick={() => giveUp.mutate()} loading={giveUp.isPending}>Give up<span className="unseen"> the upload of {left.name}</span></Button>
      </div>
      <Progress label={`Sent of ${left.name}`} value={left.offset / Math.max(1, left.length)} quiet />
      <div className={styles.said} data-bad={left.fault !== null}>{left.fault ?? `Not finished: ${size(left.offset)} of ${size(left.length)} are here. Pick the file again to go on.`}</div>
    </li>
  )
}
